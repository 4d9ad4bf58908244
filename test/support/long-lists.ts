// Lists that are long enough to be indexed: filling them, reading their pages, and checking their checkpoints.
import type { Client } from 'pg';
import { ATTEMPTS } from '../../libs/attempts/src/attempt-list.js';
import { GLOBAL_STANDINGS, QUIZ_STANDINGS } from '../../libs/leaderboards/src/standings.js';
import {
  type OrderedList,
  POSITION,
  positionOf,
  WHOLE_TABLE,
} from '../../libs/projections/src/ordered-index/ordered-list.js';
import { QUIZZES } from '../../libs/quizzes/src/quiz-list.js';
import { withClient } from './database.js';
import type { Api } from './factories.js';

/** Entries before a page beyond which the index is used. */
export const NEAR = 2_000;

export interface LongList {
  readonly list: OrderedList;
  readonly subject: string;
  /** The order in its own SQL, independent of the service's. */
  readonly order: string;
  /** The ids of a page's entries, their ranks if any, and the total. */
  read(api: Api, page: number, limit: number): Promise<{ ids: string[]; ranks?: number[]; total: number }>;
}

type Answer<Data> = Promise<{ data?: Data; response: Response }>;

async function dataOf<Data>(answer: Answer<Data>): Promise<Data> {
  const { data, response } = await answer;
  if (data === undefined) throw new Error(`A page was rejected: ${response.status}`);
  return data;
}

export function quizStandings(quizId: string): LongList {
  return {
    list: QUIZ_STANDINGS,
    subject: quizId,
    order: 'miss, total_time_ms, completed_at, user_id',
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

export const globalStandings: LongList = {
  list: GLOBAL_STANDINGS,
  subject: WHOLE_TABLE,
  order: 'correct DESC, (2 * hundredths + attempts) / (2 * attempts) DESC, time_ms, user_id',
  read: async (api, page, limit) => {
    const { leaderboard, pagination } = await dataOf(api.GET('/leaderboard', { params: { query: { page, limit } } }));
    return {
      ids: leaderboard.map(({ userId }) => userId),
      ranks: leaderboard.map(({ rank }) => rank),
      total: pagination.total,
    };
  },
};

export const allQuizzes: LongList = {
  list: QUIZZES,
  subject: WHOLE_TABLE,
  order: 'created_at DESC, id DESC',
  read: async (api, page, limit) => {
    const { quizzes, pagination } = await dataOf(api.GET('/quizzes', { params: { query: { page, limit } } }));
    return { ids: quizzes.map(({ id }) => id), total: pagination.total };
  },
};

export function attemptsAt(quizId: string): LongList {
  return {
    list: ATTEMPTS,
    subject: quizId,
    order: 'completed_at DESC, id DESC',
    read: async (api, page, limit) => {
      const params = { path: { id: quizId }, query: { page, limit } };
      const { attempts, pagination } = await dataOf(api.GET('/quizzes/{id}/attempts', { params }));
      return { ids: attempts.map(({ attemptId }) => attemptId), total: pagination.total };
    },
  };
}

const KEEP = `ON CONFLICT (subject, name, slot) DO UPDATE SET value = kept_counts.value + excluded.value`;

/** Many entries differ only by their ids, which are in random order. */
const FILL: Record<'quizStandings' | 'attempts' | 'globalStandings' | 'quizzes', string[]> = {
  quizStandings: [
    `INSERT INTO quiz_standings
    SELECT $1, md5('user' || n)::uuid, 2500 * (n % 5), n % 1000, timestamptz '2026-01-01' + n % 3 * interval '1 ms', 1, 3, 1, 1, 3, 1, 1
    FROM generate_series(1, $2::integer) AS n`,
    `INSERT INTO kept_counts (subject, name, slot, value) VALUES ($1, 'standings', 0, $2) ${KEEP}`,
  ],
  attempts: [
    `INSERT INTO attempts
    SELECT $1, md5('attempt' || n)::uuid, md5('user' || n)::uuid, 1, '[]', 1, 3, 3333, false, n % 1000, false,
      timestamptz '2026-01-01' + n % 5000 * interval '1 ms'
    FROM generate_series(1, $2::integer) AS n`,
    `INSERT INTO kept_counts (subject, name, slot, value) VALUES ($1, 'attempts', 0, $2) ${KEEP}`,
  ],
  globalStandings: [
    `INSERT INTO global_standings
    SELECT md5('user' || n)::uuid, 3, n % 20, 9, n % 7 * 10000, n % 200
    FROM generate_series(1, $2::integer) AS n WHERE $1::uuid IS NOT NULL`,
    `INSERT INTO kept_counts (subject, name, slot, value)
    SELECT '${WHOLE_TABLE}', 'ranked-users', 0, $2 WHERE $1::uuid IS NOT NULL ${KEEP}`,
  ],
  quizzes: [
    `INSERT INTO quizzes
    SELECT md5('quiz' || n)::uuid, author_id, title, description, hero_image_url, max_attempts, time_limit_seconds,
      randomize_questions, version, revision, timestamptz '2026-01-01' + n % 5000 * interval '1 ms'
    FROM quizzes, generate_series(1, $2::integer) AS n WHERE id = $1`,
    `INSERT INTO kept_counts (subject, name, slot, value)
    SELECT '${WHOLE_TABLE}', 'quizzes', 0, $2 WHERE $1::uuid IS NOT NULL ${KEEP}`,
  ],
};

/** Adds entries to lists: standings of a quiz, attempts at it, users, copies of the quiz. */
export async function fill(url: string, lists: (keyof typeof FILL)[], quizId: string, entries: number): Promise<void> {
  await withClient(url, async (client) => {
    for (const statement of lists.flatMap((list) => FILL[list])) await client.query(statement, [quizId, entries]);
  });
}

/** SQL of the ids of a page, read by OFFSET. */
const offsetPage = ({ list, order }: LongList) =>
  `SELECT ${list.id} AS id FROM ${list.table} WHERE ${list.isOf('$1::uuid')} AND $1::uuid IS NOT NULL
  ORDER BY ${order} OFFSET $2 LIMIT $3`;

/** Expects that far pages of a list equal the database's, with each of several clients: middle, last and one beyond the last. */
export async function expectFarPages(url: string, long: LongList, apis: Api[]): Promise<void> {
  await withClient(url, async (client) => {
    const { list, subject } = long;
    const { rows } = await client.query<{ total: number }>(
      `SELECT count(*)::integer AS total FROM ${list.table} WHERE ${list.isOf('$1::uuid')} AND $1::uuid IS NOT NULL`,
      [subject],
    );
    const total = rows[0]?.total ?? 0;
    const wanted = [1, 30, 100].flatMap((limit) => {
      const last = Math.ceil(total / limit);
      const pages = [NEAR / limit + 2, (NEAR + total) / 2 / limit, last, last + 1].map(Math.floor);
      return pages.map((page) => ({ page, limit }));
    });
    for (const [index, { page, limit }] of wanted.entries()) {
      const offset = (page - 1) * limit;
      const expected = await client.query<{ id: string }>(offsetPage(long), [subject, offset, limit]);
      const ids = expected.rows.map(({ id }) => id);
      const { ranks, ...seen } = await long.read(apis[index % apis.length] as Api, page, limit);
      expect({ list: list.name, page, limit, ...seen }).toEqual({ list: list.name, page, limit, ids, total });
      if (ranks !== undefined) expect(ranks).toEqual(ids.map((_, position) => offset + position + 1));
    }
  });
}

export interface IndexState {
  /** Whether changes are logged. */
  isIndexed: boolean;
  checkpoints: number;
  /** The largest count of a checkpoint. */
  largest: number;
  /** Changes that are logged and not compacted. */
  pending: number;
  /** Checkpoints whose count plus the pending changes after them is not the number of entries up to the next one. */
  wrong: unknown[];
}

/** The index of a list, in one snapshot. */
export async function indexState(client: Client, { list, subject }: LongList): Promise<IndexState> {
  const changes = `SELECT change.* FROM list_changes
    CROSS JOIN LATERAL unnest(subjects, keys1, keys2, keys3, entry_ids, deltas) AS change (subject, ${POSITION}, delta)
    WHERE list = '${list.name}' AND change.subject = $1`;
  const { rows } = await client.query<IndexState>(
    `WITH change AS MATERIALIZED (${changes}), checkpoint AS MATERIALIZED (
      SELECT * FROM list_anchors WHERE list = '${list.name}' AND subject = $1
    ), part AS (
      SELECT count(*) FILTER (WHERE is_checkpoint) OVER (ORDER BY ${list.positionOrder}, is_checkpoint DESC) AS number, counted, entries
      FROM (
        SELECT ${POSITION}, true AS is_checkpoint, entries AS counted, 0 AS entries FROM checkpoint
        UNION ALL SELECT ${positionOf('change')}, false, delta, 0 FROM change
        UNION ALL SELECT ${POSITION}, false, 0, 1 FROM (
          SELECT ${list.position} FROM ${list.table} WHERE ${list.isOf('$1::uuid')} AND EXISTS (SELECT FROM checkpoint)
        ) AS entry
      ) AS element
    )
    SELECT EXISTS (SELECT FROM indexed_lists WHERE list = '${list.name}' AND subject = $1) AS "isIndexed",
      (SELECT count(*)::integer FROM checkpoint) AS checkpoints,
      (SELECT coalesce(max(entries), 0)::integer FROM checkpoint) AS largest,
      (SELECT count(*)::integer FROM change) AS pending,
      coalesce((
        SELECT json_agg(part) FROM (
          SELECT number, sum(counted) AS counted, sum(entries) AS entries FROM part WHERE EXISTS (SELECT FROM checkpoint)
          GROUP BY number HAVING sum(counted) <> sum(entries)
        ) AS part), '[]') AS wrong`,
    [subject],
  );
  if (rows[0] === undefined) throw new Error('There is no answer');
  return rows[0];
}
