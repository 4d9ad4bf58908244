import type { Configuration } from '#libs/configuration';
import type { DeferredDeletions, Transaction } from '#libs/database';
import { LateErasure } from './late-erasure.js';

it.each([
  [4_500, 120],
  [60_000, 120],
  [600_000, 660],
])('with a deadline of %i ms erases once more after %i s', async (REQUEST_DEADLINE_MS, seconds) => {
  const delays: (number | undefined)[] = [];
  const deletions = {
    defer: (_transaction: Transaction, _name: string, _subject: string, options?: { delaySeconds?: number }) => {
      delays.push(options?.delaySeconds);
      return Promise.resolve();
    },
  } as DeferredDeletions;
  await new LateErasure(deletions, { REQUEST_DEADLINE_MS } as Configuration).schedule('user', {} as Transaction);
  expect(delays).toEqual([seconds]);
});
