import type { Configuration } from '#libs/configuration';
import type { Database, Statement } from '#libs/database';
import { ApiKeyResolver } from './api-key-resolver.js';

const HASHES = ['one', 'two'].map((text) => Buffer.from(text).toString('base64url')) as [string, string];

const key = (hash: string) => ({
  hash: Buffer.from(hash, 'base64url'),
  id: `id of ${hash}`,
  counted_id: `id of ${hash}`,
  user_id: `user of ${hash}`,
  role: 'application',
  suspended: false,
  rate_limit: null,
});

/** A resolver whose database answers every query with rows, and the queries that it gets. */
function resolverOf(rows: object[]) {
  const queries: { text: string; values: unknown[] }[] = [];
  const query = ({ text }: Statement, values: unknown[]) => {
    queries.push({ text, values });
    return Promise.resolve(rows);
  };
  const configuration = { REQUEST_DEADLINE_MS: 1_000 } as Configuration;
  return { resolver: new ApiKeyResolver({ query } as unknown as Database, configuration), queries };
}

it('resolves keys and the players that requests of the same turn name by one query', async () => {
  const player = (external_id: string | null, player_id: string | null) => ({
    ...key(HASHES[0]),
    ...{ external_id, player_id, player_role: 'player', player_suspended: false },
  });
  const { resolver, queries } = resolverOf([player('ada', 'id of ada'), player('nobody', null), player(null, null)]);
  const found = await Promise.all([
    resolver.resolve(HASHES[0], 'ada'),
    resolver.resolve(HASHES[0]),
    resolver.resolve(HASHES[0], 'nobody'),
    resolver.resolve(HASHES[0], 'ada'),
    resolver.resolve(HASHES[1], 'ada'),
  ]);
  expect(found.map((one) => one && [one.userId, one.player?.id])).toEqual([
    [`user of ${HASHES[0]}`, 'id of ada'],
    [`user of ${HASHES[0]}`, undefined],
    [`user of ${HASHES[0]}`, undefined],
    [`user of ${HASHES[0]}`, 'id of ada'],
    undefined,
  ]);
  expect(queries.map(({ values }) => values[1])).toEqual([['ada', null, 'nobody', 'ada']]);
});

it('reads no players if no request of the turn names one', async () => {
  const { resolver, queries } = resolverOf(HASHES.map(key));
  const found = await Promise.all(HASHES.map((hash) => resolver.resolve(hash)));
  expect(found.map((one) => [one?.applicationId, one?.player])).toEqual([
    [null, undefined],
    [null, undefined],
  ]);
  expect(queries).toHaveLength(1);
  expect(queries[0]?.text).not.toContain('external_id');
  expect(queries[0]?.values).toHaveLength(1);
});
