// A webhook that gets an event of each attempt.
import { createServer } from 'node:http';
import { load } from './load.js';
import { withDatabase } from './fixture.js';

const ID = '019b76da-a800-7000-8000-000000000001';

const CREATE = `
  INSERT INTO webhooks (id, name, url, events, secret, disabled_at)
  VALUES ($1, 'Receiver', $2, '{attempt.recorded}', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', now())`;

/**
 * The service under a load while a webhook is enabled. It is disabled between the measurements, so that its deliveries do not disturb the
 * other side.
 * @param answers whether the receiver answers, or never does
 */
export const withWebhook = (requests, answers) => async (context) => {
  const { service, world, databaseUrl } = context;
  const server = createServer((request, response) => {
    request.resume().on('end', () => answers && response.writeHead(204).end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const execute = (statement, values) => withDatabase(databaseUrl, (client) => client.query(statement, values));
  await execute(CREATE, [ID, `http://127.0.0.1:${server.address().port}/`]);
  return {
    name: answers ? 'webhook' : 'webhook that hangs',
    run: async (seconds) => {
      await execute('UPDATE webhooks SET disabled_at = NULL');
      const result = await load(service.url, requests(world), seconds);
      await execute('UPDATE webhooks SET disabled_at = now()');
      return result;
    },
    cpu: service.cpu,
    stop: async () => {
      await execute('DELETE FROM webhooks');
      server.closeAllConnections();
      server.close();
    },
  };
};
