import { send } from '../support/http.js';
import { startService } from '../support/service.js';
import { measureTurns } from '../support/turns.js';

it('/docs/openapi.yaml does not hold the event loop of a service that has just started', async () => {
  const turns: number[] = [];
  for (let round = 0; round < 3; round++) {
    const started = await startService();
    turns.push((await measureTurns(() => send(started.url, 'GET', '/docs/openapi.yaml'))).longest);
    await started.close();
  }
  // The first service of a process pays for the compilation of its code, and any of them can meet a garbage collection.
  expect(Math.min(...turns)).toBeLessThan(50_000);
});
