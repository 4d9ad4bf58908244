// Reads the attempts of all quizzes in the order of their changes.
import type { paths } from '#libs/client';
import { query } from './database.js';
import type { Player } from './factories.js';
import type { Service } from './service.js';
import { until } from './until.js';

type Feed = paths['/attempts']['get'];
export type FeedQuery = NonNullable<Feed['parameters']['query']>;
export type FeedPage = Feed['responses']['200']['content']['application/json'];
export type Change = FeedPage['attempts'][number];

/** A page of the feed, which must be accepted. */
export async function readFeed({ api }: Pick<Player, 'api'>, filter: FeedQuery): Promise<FeedPage> {
  const { data, error } = await api.GET('/attempts', { params: { query: filter } });
  if (data === undefined) throw new Error(`The feed was rejected: ${JSON.stringify(error)}`);
  return data;
}

/** Waits for all transactions in progress, those of other tests on the same server included. */
export async function untilEnded(databaseUrl: string): Promise<void> {
  const snapshot = (bound: 'xmin' | 'xmax') =>
    query<{ id: string }>(databaseUrl, `SELECT pg_snapshot_${bound}(pg_current_snapshot())::text AS id`);
  const [next] = await snapshot('xmax');
  await until('the transactions in progress end', async () => {
    const [oldest] = await snapshot('xmin');
    return BigInt(oldest?.id ?? 0) >= BigInt(next?.id ?? 0);
  });
}

/** A client that follows the cursor. */
export class Follower {
  /** The attempts that it knows, by their ids. */
  readonly known = new Map<string, Exclude<Change, { deleted: true }>>();
  cursor: string | undefined;

  constructor(
    private readonly service: Pick<Service, 'databaseUrl'>,
    private readonly player: Pick<Player, 'api'>,
    private readonly filter: FeedQuery,
  ) {}

  hasMore = true;

  /** Reads one page. @param player who reads it, at another service for example */
  async read(player = this.player): Promise<Change[]> {
    const cursor = this.cursor === undefined ? {} : { cursor: this.cursor };
    const { attempts, nextCursor, hasMore } = await readFeed(player, { ...this.filter, ...cursor });
    Object.assign(this, { cursor: nextCursor, hasMore });
    for (const change of attempts) {
      if ('deleted' in change) this.known.delete(change.id);
      else this.known.set(change.attemptId, change);
    }
    return attempts;
  }

  /** Reads until the end. @returns all changes since the last time */
  async readAll(): Promise<Change[]> {
    await untilEnded(this.service.databaseUrl);
    const all: Change[] = [];
    do all.push(...(await this.read()));
    while (this.hasMore);
    return all;
  }
}
