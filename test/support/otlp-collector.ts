import { once } from 'node:events';
import { createServer } from 'node:http';

interface Value {
  stringValue?: string;
  intValue?: number;
}

/** A span as the collector gets it (https://opentelemetry.io/docs/specs/otlp/), its attributes by name. */
export interface CollectedSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code: number };
  links: { traceId: string; spanId: string }[];
  events: { name: string; attributes: Record<string, string | number | undefined> }[];
  attributes: Record<string, string | number | undefined>;
}

/** Receives traces like a collector of OpenTelemetry. */
export interface Collector {
  url: string;
  /** All received requests, unparsed. */
  bodies: string[];
  spans(): CollectedSpan[];
  resource(): Record<string, string | number | undefined>;
  close(): Promise<void>;
}

type Attributes = { key: string; value: Value }[];

interface Body {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes' | 'events'> & {
        attributes: Attributes;
        events: { name: string; attributes: Attributes }[];
      })[];
    }[];
  }[];
}

export async function startCollector(port = 0): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => {
      const isTraces = request.method === 'POST' && request.url === '/v1/traces';
      if (isTraces) bodies.push(Buffer.concat(parts).toString());
      response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const received = () => bodies.flatMap((body) => (JSON.parse(body) as Body).resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    bodies,
    spans: () =>
      received()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map((span) => ({
          ...span,
          events: span.events.map(({ name, attributes }) => ({ name, attributes: byName(attributes) })),
          attributes: byName(span.attributes),
        })),
    resource: () => byName(received()[0]?.resource.attributes ?? []),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function byName(attributes: Attributes): Record<string, string | number | undefined> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}
