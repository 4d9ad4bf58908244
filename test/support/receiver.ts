import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';
import type { components } from '../../libs/backoffice-ui/src/api.gen.js';
import { query } from './database.js';
import { type Service } from './service.js';
import { until } from './until.js';

export type Webhook = components['schemas']['Webhook'];
export type DeliveryPart = components['schemas']['DeliveryPart'];

/** A request that a receiver got. */
export interface Received {
  id: string;
  headers: Record<string, string>;
  body: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

type Answer = (received: Received, response: ServerResponse) => void;

const noContent: Answer = (_, response) => void response.writeHead(204).end();

/** An HTTP server that stores what it receives. */
export class Receiver {
  readonly received: Received[] = [];
  answer: Answer = noContent;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => void receiver.receive(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`;
  }

  get types(): string[] {
    return this.received.map(({ event }) => event.type);
  }

  /** Waits for the next `count` requests of all. */
  async until(count: number): Promise<Received[]> {
    await until(`${count} deliveries arrive`, () =>
      Promise.resolve(this.received.length >= count || this.received.length),
    );
    return this.received;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const headers = request.headers as Record<string, string>;
    const event = JSON.parse(body) as Received['event'];
    const received = { id: headers['webhook-id'] ?? '', headers, body, event };
    this.received.push(received);
    this.answer(received, response);
  }
}

/** Whether a secret verifies the signature of a request. */
export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  try {
    new Verifier(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

type Backoffice = Pick<Service, 'backoffice'>;

export const createWebhook = ({ backoffice }: Backoffice, url: string, events: string[]): Promise<Webhook> =>
  backoffice.call('POST', '/webhooks', { name: 'Receiver', url, events });

/** Postpones the retries of a webhook's deliveries by a day: the first one comes after 5 s, and a test may take longer on a slow machine. */
export const postponeRetries = ({ databaseUrl }: Pick<Service, 'databaseUrl'>, { id }: Pick<Webhook, 'id'>) =>
  query(
    databaseUrl,
    `CREATE OR REPLACE FUNCTION postpone() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN NEW.due_at := now() + interval '1 day'; RETURN NEW; END $$;
     CREATE TRIGGER "postpone ${id}" BEFORE UPDATE ON webhook_deliveries FOR EACH ROW
       WHEN (NEW.webhook_id = '${id}' AND NEW.status = 'pending' AND NEW.history <> OLD.history)
       EXECUTE FUNCTION postpone()`,
  );

export const secretOf = async ({ backoffice }: Backoffice, { id }: Pick<Webhook, 'id'>): Promise<string> =>
  (await backoffice.call<{ secret: string }>('POST', `/webhooks/${id}/secret/reading`)).secret;

export const deliveriesOf = async ({ backoffice }: Backoffice, { id }: Pick<Webhook, 'id'>, status?: string) =>
  (
    await backoffice.call<DeliveryPart>(
      'GET',
      `/webhooks/${id}/deliveries?limit=100${status === undefined ? '' : `&status=${status}`}`,
    )
  ).deliveries;
