// Leaderboards that are long enough to be indexed: filling them, reading their pages, and checking their checkpoints.
import type { Client } from 'pg';
import { GLOBAL_BOARD, POSITION, positionOf, type Ranking } from '../../libs/leaderboards/src/ranking/ranking.js';
import { GLOBAL_STANDINGS, QUIZ_STANDINGS } from '../../libs/leaderboards/src/standings.js';
import { withClient } from './database.js';
import type { Api } from './factories.js';

/** Entries before a page beyond which the index is used. */
export const NEAR = 2_000;

export interface LongBoard {
  readonly ranking: Ranking;
  readonly board: string;
  /** The order in its own SQL, independent of the service's. */
  readonly order: string;
  /** The users of a page, their ranks, and the total. */
  read(api: Api, page: number, limit: number): Promise<{ ids: string[]; ranks: number[]; total: number }>;
}

type Answer<Data> = Promise<{ data?: Data; response: Response }>;

async function dataOf<Data>(answer: Answer<Data>): Promise<Data> {
  const { data, response } = await answer;
  if (data === undefined) throw new Error(`A page was rejected: ${response.status}`);
  return data;
}

export function quizStandings(quizId: string): LongBoard {
  return {
    ranking: QUIZ_STANDINGS,
    board: quizId,
    order: 'missed_basis_points, total_time_ms, completed_at, user_id',
    read: async (api, page, limit) => {
      const params = { path: { id: quizId }, query: { page, limit } };
      const { leaderboard, pagination } = await dataOf(api.GET('/quizzes/{id}/leaderboard', { params }));
      return {
        ids: leaderboard.map(({ userId }) => userId),
        ranks: leaderboard.map(({ rank }) => rank),
        total: pagination.total,
      };
    },
  };
}

export const globalStandings: LongBoard = {
  ranking: GLOBAL_STANDINGS,
  board: GLOBAL_BOARD,
  order: 'correct DESC, (2 * basis_points + attempts) / (2 * attempts) DESC, time_ms, user_id',
  read: async (api, page, limit) => {
    const { leaderboard, pagination } = await dataOf(api.GET('/leaderboard', { params: { query: { page, limit } } }));
    return {
      ids: leaderboard.map(({ userId }) => userId),
      ranks: leaderboard.map(({ rank }) => rank),
      total: pagination.total,
    };
  },
};

const ADD_TO_COUNTER = `ON CONFLICT (subject, name, shard) DO UPDATE SET value = sharded_counters.value + excluded.value`;

/** Many entries differ only by their ids, which are in random order. */
const FILL: Record<'quizStandings' | 'globalStandings', string[]> = {
  quizStandings: [
    `INSERT INTO quiz_standings
    SELECT $1, md5('user' || n)::uuid, 2500 * (n % 5), n % 1000, timestamptz '2026-01-01' + n % 3 * interval '1 ms', 1, 3, 1, 1, 3, 1, 1
    FROM generate_series(1, $2::integer) AS n`,
    `INSERT INTO sharded_counters (subject, name, shard, value) VALUES ($1, 'standings', 0, $2) ${ADD_TO_COUNTER}`,
  ],
  globalStandings: [
    `INSERT INTO global_standings
    SELECT md5('user' || n)::uuid, 3, n % 20, 9, n % 7 * 10000, n % 200
    FROM generate_series(1, $2::integer) AS n WHERE $1::uuid IS NOT NULL`,
    `INSERT INTO sharded_counters (subject, name, shard, value)
    SELECT '${GLOBAL_BOARD}', 'ranked-users', 0, $2 WHERE $1::uuid IS NOT NULL ${ADD_TO_COUNTER}`,
  ],
};

/** Adds entries to leaderboards. */
export async function fill(url: string, boards: (keyof typeof FILL)[], quizId: string, entries: number): Promise<void> {
  await withClient(url, async (client) => {
    for (const statement of boards.flatMap((board) => FILL[board])) await client.query(statement, [quizId, entries]);
  });
}

/** SQL of the ids of a page, read by OFFSET. */
const offsetPage = ({ ranking, order }: LongBoard) =>
  `SELECT user_id AS id FROM ${ranking.table} WHERE ${ranking.isOf('$1::uuid')} AND $1::uuid IS NOT NULL
  ORDER BY ${order} OFFSET $2 LIMIT $3`;

/** Expects that far pages of a leaderboard equal the database's, with each of several clients: middle, last and one beyond the last. */
export async function expectFarPages(url: string, long: LongBoard, apis: Api[]): Promise<void> {
  await withClient(url, async (client) => {
    const { ranking, board } = long;
    const { rows } = await client.query<{ total: number }>(
      `SELECT count(*)::integer AS total FROM ${ranking.table} WHERE ${ranking.isOf('$1::uuid')} AND $1::uuid IS NOT NULL`,
      [board],
    );
    const total = rows[0]?.total ?? 0;
    const wanted = [1, 100].flatMap((limit) => {
      const last = Math.ceil(total / limit);
      const pages = [NEAR / limit + 2, (NEAR + total) / 2 / limit, last, last + 1].map(Math.floor);
      return pages.map((page) => ({ page, limit }));
    });
    for (const [index, { page, limit }] of wanted.entries()) {
      const offset = (page - 1) * limit;
      const expected = await client.query<{ id: string }>(offsetPage(long), [board, offset, limit]);
      const ids = expected.rows.map(({ id }) => id);
      const ranks = ids.map((_, position) => offset + position + 1);
      const seen = await long.read(apis[index % apis.length] as Api, page, limit);
      expect({ board, page, limit, ...seen }).toEqual({ board, page, limit, ids, ranks, total });
    }
  });
}

export interface IndexState {
  /** Whether moves are logged. */
  isIndexed: boolean;
  checkpoints: number;
  /** The largest count of a checkpoint. */
  largest: number;
  /** Moves that are logged and not compacted. */
  pending: number;
  /** Checkpoints whose count plus the pending moves after them is not the number of entries up to the next one. */
  wrong: unknown[];
}

/** The index of a leaderboard, in one snapshot. */
export async function indexState(client: Client, { ranking, board }: LongBoard): Promise<IndexState> {
  const { rows } = await client.query<IndexState>(
    `WITH move AS MATERIALIZED (
      SELECT move.* FROM ranking_moves
      CROSS JOIN LATERAL unnest(keys1, keys2, keys3, entry_ids, deltas) AS move (${POSITION}, delta) WHERE board = $1
    ), checkpoint AS MATERIALIZED (
      SELECT * FROM ranking_checkpoints WHERE board = $1
    ), part AS (
      SELECT count(*) FILTER (WHERE is_checkpoint) OVER (ORDER BY ${POSITION}, is_checkpoint DESC) AS number, counted, entries
      FROM (
        SELECT ${POSITION}, true AS is_checkpoint, entries AS counted, 0 AS entries FROM checkpoint
        UNION ALL SELECT ${positionOf('move')}, false, delta, 0 FROM move
        UNION ALL SELECT ${POSITION}, false, 0, 1 FROM (
          SELECT ${ranking.position} FROM ${ranking.table} WHERE ${ranking.isOf('$1::uuid')} AND EXISTS (SELECT FROM checkpoint)
        ) AS entry
      ) AS element
    )
    SELECT EXISTS (SELECT FROM ranked_boards WHERE board = $1) AS "isIndexed",
      (SELECT count(*)::integer FROM checkpoint) AS checkpoints,
      (SELECT coalesce(max(entries), 0)::integer FROM checkpoint) AS largest,
      (SELECT count(*)::integer FROM move) AS pending,
      coalesce((
        SELECT json_agg(part) FROM (
          SELECT number, sum(counted) AS counted, sum(entries) AS entries FROM part WHERE EXISTS (SELECT FROM checkpoint)
          GROUP BY number HAVING sum(counted) <> sum(entries)
        ) AS part), '[]') AS wrong`,
    [board],
  );
  if (rows[0] === undefined) throw new Error('There is no answer');
  return rows[0];
}
