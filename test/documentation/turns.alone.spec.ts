import { send } from '../support/http.js';
import { startService } from '../support/service.js';
import { measureTurns } from '../support/turns.js';

it('/docs/openapi.yaml does not hold the event loop of a service that has just started', async () => {
  const started = await startService();
  const { longest } = await measureTurns(() => send(started.url, 'GET', '/docs/openapi.yaml'));
  expect(longest).toBeLessThan(50_000);
  await started.close();
});
