import { vi } from 'vitest';
import { Background, UnitOfWork } from '#libs/database';
import { startService } from '../../../test/support/service.js';

it('background tasks that run every few seconds begin no transaction if they find no work', async () => {
  // They run when the test starts them.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const { app } = await startService();
  vi.useRealTimers();
  const background = app.get(Background);
  const frequent = [...background.tasks].filter(([, { intervalMs }]) => intervalMs < 10_000).map(([name]) => name);
  expect(frequent.length).toBeGreaterThan(10);
  const run = vi.spyOn(app.get(UnitOfWork), 'run');
  const begun: string[] = [];
  for (const name of frequent) {
    // The first run may find what the start has left.
    await background.run(name);
    run.mockClear();
    await background.run(name);
    if (run.mock.calls.length > 0) begun.push(name);
  }
  expect(begun).toEqual([]);
});
