import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandBus } from '@nestjs/cqrs';
import type { Client } from 'pg';
import { AttemptsRecorded } from '#libs/attempts';
import { Background, sql, type Statement, UnitOfWork } from '#libs/database';
import { LockQuizzesShared } from '#libs/quizzes';
import { insertAttempts } from '../../attempts/src/insert-attempts.js';
import { entryWithNeighbours, farPage, COMPACT, nearPage, rebuild } from '../src/ranking/ranking-statements.js';
import { submitAccepted } from '../../../test/support/attempts.js';
import { query, withClient } from '../../../test/support/database.js';
import {
  type Api,
  apiWith,
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import {
  expectFarPages,
  fill,
  globalStandings,
  type IndexState,
  indexState,
  type LongBoard,
  NEAR,
  quizStandings,
} from '../../../test/support/long-leaderboards.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const ENTRIES = 6_000;
const COMPACTION = 'Compacting moves on leaderboards';
const REBUILDING = 'Rebuilding indexes of leaderboards';
const CREATION = 'Indexing leaderboards';

let service: Service;
/** Another instance on the same database. */
let second: Service;
let admin: Player;
let players: Player[];
let quiz: Quiz;
let boards: LongBoard[];

beforeAll(async () => {
  service = await startService();
  second = await startService({ DATABASE_URL: service.databaseUrl });
  admin = await createPlayer(service, 'admin');
  players = await Promise.all(Array.from({ length: 8 }, () => createPlayer(service)));
  quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 1_000_000 }));
  await fill(service.databaseUrl, ['quizStandings', 'globalStandings'], quiz.id, ENTRIES);
  await query(service.databaseUrl, 'ANALYZE');
  boards = [quizStandings(quiz.id), globalStandings];
});

afterAll(async () => {
  await second.close();
  await service.close();
});

const apis = (): Api[] => [admin.api, apiWith(second.url, admin.key)];

const stateOf = (long: LongBoard): Promise<IndexState> =>
  withClient(service.databaseUrl, (client) => indexState(client, long));

const run = (task: string) => service.app.get(Background).run(task);

/** All moves are compacted, and no checkpoint counts too many entries. */
async function untilSettled(long: LongBoard): Promise<void> {
  await until(`${long.board} is indexed`, async () => {
    await run(COMPACTION);
    await run(REBUILDING);
    const state = await stateOf(long);
    expect(state.wrong).toEqual([]);
    return (state.checkpoints > 0 && state.pending === 0 && state.largest <= 1_000) || state;
  });
}

/** Requests a far page, which has the leaderboard indexed. */
const askFor = (long: LongBoard, api: Api = admin.api) => long.read(api, NEAR + 2, 1);

/** Far pages are correct before and after all moves are compacted. */
async function expectRight(long: LongBoard): Promise<void> {
  expect((await stateOf(long)).wrong).toEqual([]);
  await expectFarPages(service.databaseUrl, long, apis());
  await untilSettled(long);
  await expectFarPages(service.databaseUrl, long, apis());
}

/** Makes transactions wait at their end of writing to a table for as long as some work takes. */
async function whileHeld(tables: string[], work: () => Promise<void>): Promise<void> {
  await withClient(service.databaseUrl, async (client) => {
    await client.query(`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN NULL; END'`);
    for (const table of tables) {
      await client.query(
        `CREATE TRIGGER hold AFTER INSERT OR UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION hold()`,
      );
    }
    await client.query('SELECT pg_advisory_lock(4711)');
    await work();
    await client.query('SELECT pg_advisory_unlock(4711)');
    await client.query('DROP FUNCTION hold CASCADE');
  });
}

const untilWaiting = (count: number) =>
  until(`${count} transactions are held`, async () => {
    const waiting = await query(
      service.databaseUrl,
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`,
    );
    return waiting.length === count || waiting.length;
  });

/** Records attempts as submissions do, the same for all users. */
async function rank(quizId: string, userIds: string[], correctCount = 1, totalTimeMs = 500): Promise<void> {
  await service.app.get(UnitOfWork).run(async (transaction) => {
    const quizzes = await service.app.get(CommandBus).execute(new LockQuizzesShared([quizId], transaction));
    const unlimited = new Map([...quizzes].map(([id, quiz]) => [id, { ...quiz, maxAttempts: 1_000 }]));
    const attempts = userIds.map((userId) => ({
      ...{ attemptId: randomUUID(), quizId, userId, version: 1, grading: 0, answers: [], applicationId: null },
      ...{ reference: null, drawnQuestions: null, passPercentage: null },
      ...{ correctCount, totalQuestions: 3, basisPoints: Math.round((10_000 * correctCount) / 3), passed: false },
      ...{ totalTimeMs, timedOut: false, completedAt: quizzes.get(quizId)?.lockedAt ?? new Date() },
    }));
    const insertions = attempts.map((attempt) => ({ attempt, isStarted: false, isSaved: false }));
    const recorded = await insertAttempts(transaction, insertions, unlimited);
    await transaction.publish(new AttemptsRecorded(recorded));
  });
}

/** Ids of users of the crowd and of newcomers, who are in no other list. */
const crowd = (from: number, to: number) => idsOf('user', from, to);
const newcomers = (from: number, to: number) => idsOf('newcomer', from, to);

async function idsOf(kind: string, from: number, to: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    service.databaseUrl,
    'SELECT md5($1 || n)::uuid AS id FROM generate_series($2::integer, $3::integer) AS n',
    [kind, from, to],
  );
  return rows.map(({ id }) => id);
}

describe('far pages', () => {
  it('are correct before their leaderboard is indexed, and lose no move that began before and ended after', async () => {
    const [player, ...others] = players as [Player, ...Player[]];
    let written: Promise<unknown> = Promise.resolve();
    await whileHeld(['quiz_standings'], async () => {
      written = submitAccepted(player, quiz.id, attemptAt(quiz, 2, 700));
      await untilWaiting(1);
      for (const long of boards) {
        await askFor(long);
        // The index asks for the table, and gives up.
        await run(CREATION);
        await expectFarPages(service.databaseUrl, long, apis());
        expect(await stateOf(long)).toMatchObject({ isIndexed: false, checkpoints: 0 });
      }
    });
    await written;
    for (const [index, long] of boards.entries()) {
      await run(CREATION);
      await until(`${long.board} has checkpoints`, async () => (await stateOf(long)).checkpoints > 0);
      await submitAccepted(others[index] as Player, quiz.id, attemptAt(quiz, index, 500));
      await expectRight(long);
      expect((await stateOf(long)).checkpoints).toBeGreaterThan(ENTRIES / 1_000);
    }
  });

  it('are read by row comparisons over an index, never by reading the table', async () => {
    await withClient(service.databaseUrl, async (client) => {
      for (const long of boards) {
        const { ranking, board } = long;
        const { rows } = await client.query<{ user_id: string }>(
          `SELECT user_id FROM ${ranking.table} WHERE ${ranking.isOf('$1::uuid')} AND $1::uuid IS NOT NULL LIMIT 1`,
          [board],
        );
        await expectIndexUse(client, long, farPage(ranking, 'user_id'), `'${board}', ${ENTRIES / 2}, 30`, 1);
        // Neighbours before and after an entry, and the entries from its checkpoint.
        const around = entryWithNeighbours(ranking, 'user_id');
        await expectIndexUse(client, long, around, `'${board}', '${rows[0]?.user_id}', 2`, 3);
      }
    });
  });

  it('are correct in every snapshot while two instances write, and whenever they pause', async () => {
    const pending = boards.map(() => 0);
    for (let round = 1; round <= 2; round++) {
      const before = await countAttempts();
      const stop = startWriters();
      try {
        await withClient(service.databaseUrl, async (client) => {
          for (let snapshot = 0; snapshot < 8; snapshot++) {
            await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
            for (const [index, long] of boards.entries()) {
              await expectRightInSnapshot(client, long);
              const state = await indexState(client, long);
              expect(state).toMatchObject({ wrong: [], isIndexed: true });
              pending[index] = (pending[index] ?? 0) + state.pending;
            }
            await client.query('COMMIT');
            // An index that is rebuilt meanwhile counts the same moves.
            if (snapshot % 3 === 0) await rebuildNow(boards[round % 2] as LongBoard);
          }
        });
        await until('much was written', async () => (await countAttempts()) > before + 50);
      } finally {
        await stop();
      }
      for (const long of boards) await expectFarPages(service.databaseUrl, long, apis());
    }
    // Otherwise no page was read while moves were pending. Standings move only where an attempt is better.
    expect(Math.max(...pending)).toBeGreaterThan(0);
    for (const long of boards) await untilSettled(long);
  });
});

/** Rebuilds the index of a leaderboard as the background task does. */
async function rebuildNow({ ranking, board }: LongBoard): Promise<void> {
  await service.app.get(UnitOfWork).run(async (transaction) => {
    await transaction.query(sql('SELECT FROM ranked_boards WHERE board = $1 FOR UPDATE'), [board]);
    await transaction.query(rebuild(ranking), [board]);
  });
}

/** Expects that a statement reads a leaderboard by index scans alone, so many of them by comparisons of rows. */
async function expectIndexUse(
  client: Client,
  { ranking: { table } }: LongBoard,
  { name, text }: Statement,
  values: string,
  comparisons: number,
): Promise<void> {
  await client.query(`PREPARE "${name}" AS ${text}`);
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`SET plan_cache_mode = ${mode}`);
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (FORMAT JSON) EXECUTE "${name}" (${values})`,
    );
    const nodes = (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => nodesOf(Plan));
    const reads = nodes.filter((node) => node['Relation Name'] === table);
    const compared = reads.filter((node) => /\bROW\(/.test(node['Index Cond'] ?? ''));
    const bad = reads.filter((node) => !/^Index (Only )?Scan$/.test(node['Node Type']) || !node['Index Cond']);
    const seen = { table, mode, bad, compared: compared.length };
    expect(seen).toEqual({ table, mode, bad: [], compared: comparisons });
  }
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function countAttempts(): Promise<number> {
  const [row] = await query<{ count: string }>(
    service.databaseUrl,
    'SELECT count(*) AS count FROM attempts WHERE quiz_id = $1',
    [quiz.id],
  );
  return Number(row?.count);
}

/** Reads pages, and counts the entries before one, by checkpoints and by OFFSET, and compares. */
async function expectRightInSnapshot(client: Client, { ranking, board }: LongBoard): Promise<void> {
  for (let repeat = 0; repeat < 3; repeat++) {
    const values = [board, Math.floor(Math.random() * (ENTRIES + 50)), 30];
    const byCheckpoints = await client.query<{ user_id: string }>(farPage(ranking, 'user_id').text, values);
    const byOffset = await client.query<{ user_id: string }>(nearPage(ranking, 'user_id').text, values);
    expect([board, values, byCheckpoints.rows]).toEqual([board, values, byOffset.rows]);
    const [entry] = byOffset.rows;
    if (entry === undefined) continue;
    const { text } = entryWithNeighbours(ranking, 'user_id');
    const [own] = (await client.query<{ before: string }>(text, [board, entry.user_id, 0])).rows;
    expect([board, values, Number(own?.before)]).toEqual([board, values, values[1]]);
  }
}

/** Submissions at both instances, again and again. @returns what ends them */
function startWriters(): () => Promise<void> {
  let isStopped = false;
  const urls = [service.url, second.url];
  const random = (below: number) => Math.floor(Math.random() * below);
  const ended = Promise.all(
    players.map(async ({ key }) => {
      for (let turn = 0; !isStopped; turn++) {
        const api = apiWith(urls[turn % 2] as string, key);
        await submitAccepted({ api }, quiz.id, attemptAt(quiz, random(4), random(1_000)));
        await sleep(50);
      }
    }),
  );
  return async () => {
    isStopped = true;
    await ended;
  };
}

/** A leaderboard of its own. */
async function createLong(entries = 3_500): Promise<LongBoard> {
  const { id } = await createQuiz(admin);
  await fill(service.databaseUrl, ['quizStandings'], id, entries);
  return quizStandings(id);
}

describe('checkpoints', () => {
  it('are rebuilt where a part of the leaderboard grows, and where most entries leave', async () => {
    const board = quizStandings(quiz.id);
    for (const long of boards) await askFor(long);
    for (const long of boards) await untilSettled(long);
    const before = await Promise.all(boards.map(stateOf));
    const users = await newcomers(1, 3_000);
    // All of them at one position in either leaderboard, in two steps.
    for (const from of [0, 1_500]) await rank(quiz.id, users.slice(from, from + 1_500), 1, 777);
    for (const long of boards) await expectRight(long);
    const grown = await Promise.all(boards.map(stateOf));
    grown.forEach(({ checkpoints }, index) => expect(checkpoints).toBeGreaterThan(before[index]?.checkpoints ?? 0));

    // Far more checkpoints than entries need, as after most of them left.
    await query(
      service.databaseUrl,
      `INSERT INTO ranking_checkpoints SELECT $1, 100000, n, 0, gen_random_uuid(), 0 FROM generate_series(1, 200) AS n`,
      [board.board],
    );
    await expectRight(board);
    await run(REBUILDING);
    expect((await stateOf(board)).checkpoints).toBeLessThan(50);
    await expectRight(board);
  });

  it('count correctly after each step of the index, while moves are pending', async () => {
    const long = await createLong();
    const improve = async (step: number) => rank(long.board, await crowd(100 * step, 100 * step + 199), 3, 10 - step);
    const settled = async () => {
      expect(await stateOf(long)).toMatchObject({ wrong: [] });
      await expectFarPages(service.databaseUrl, long, apis());
    };
    await query(service.databaseUrl, 'INSERT INTO ranked_boards VALUES ($1)', [long.board]);
    await withClient(service.databaseUrl, async (client) => {
      // Nothing else changes the checkpoints in the meantime.
      await client.query('BEGIN');
      await client.query('SELECT FROM ranked_boards WHERE board = $1 FOR UPDATE', [long.board]);
      await improve(1);
      await settled();
      await client.query(rebuild(long.ranking).text, [long.board]);
      await client.query('COMMIT; BEGIN');
      await client.query('SELECT FROM ranked_boards WHERE board = $1 FOR UPDATE', [long.board]);
      await improve(2);
      const pending = await stateOf(long);
      expect(pending.checkpoints).toBeGreaterThanOrEqual(6);
      expect(pending.pending).toBeGreaterThanOrEqual(300);
      await settled();
      await client.query(COMPACT.text, [long.board]);
      await client.query('COMMIT');
      expect(await stateOf(long)).toMatchObject({ pending: 0 });
    });
    await settled();
  });

  it('are created by two instances at the same time', async () => {
    const long = await createLong();
    await Promise.all(apis().flatMap((api) => [askFor(long, api), askFor(long, api)]));
    await until('there are checkpoints', async () => (await stateOf(long)).checkpoints > 0);
    await expectRight(long);
  });

  it('are created for a leaderboard that is requested while those of another one are created', async () => {
    const [first, next] = [await createLong(), await createLong()];
    await whileHeld(['ranked_boards'], async () => {
      await askFor(first);
      await untilWaiting(1);
      await askFor(next);
    });
    for (const long of [first, next]) {
      await until(`${long.board} has checkpoints`, async () => (await stateOf(long)).checkpoints > 0);
      await expectRight(long);
    }
  });

  it('are completed where an instance was stopped with moves that are logged only', async () => {
    const long = await createLong();
    await query(service.databaseUrl, 'INSERT INTO ranked_boards VALUES ($1)', [long.board]);
    await expectFarPages(service.databaseUrl, long, apis());
    await untilSettled(long);
    await expectRight(long);
  });

  it('are correct after an instance stopped in the middle of indexing', async () => {
    const long = await createLong();
    const third = await startService({ DATABASE_URL: service.databaseUrl });
    await askFor(long, apiWith(third.url, admin.key));
    await third.close();
    await expectFarPages(service.databaseUrl, long, apis());
    expect((await stateOf(long)).wrong).toEqual([]);
  });
});

describe('the deletion of a quiz', () => {
  /** The index has no orphaned rows. */
  const untilForgotten = (long: LongBoard) =>
    until('the index has no orphaned rows', async () => {
      await run(REBUILDING);
      const state = await stateOf(long);
      return (!state.isIndexed && state.checkpoints + state.pending === 0) || state;
    });

  it.each([
    ['small', 1],
    ['large', 5],
  ])('with a %s leaderboard removes it from the index, and users from their positions', async (_, attemptsEach) => {
    // Some are nowhere else and are removed, the others are reduced.
    const users = [...(await crowd(1, 1_100)), ...(await newcomers(10_001, 11_100))];
    const { total } = await askFor(globalStandings);
    await untilSettled(globalStandings);
    const doomed = await createQuiz(admin);
    for (let attempt = 0; attempt < attemptsEach; attempt++) await rank(doomed.id, users);
    await askFor(quizStandings(doomed.id));
    await untilSettled(quizStandings(doomed.id));
    await expectRight(globalStandings);
    expect((await askFor(globalStandings)).total).toBe(total + 1_100);
    await deleteQuiz(admin, doomed.id);
    await untilForgotten(quizStandings(doomed.id));
    await until('all users are off', async () => {
      expect((await stateOf(globalStandings)).wrong).toEqual([]);
      return (await query(service.databaseUrl, 'SELECT 1 FROM deferred_deletions')).length === 0;
    });
    await expectRight(globalStandings);
    expect((await askFor(globalStandings)).total).toBe(total);
  });

  it('leaves nothing behind if a leaderboard was requested and could not be indexed before', async () => {
    const doomed = await createLong(2_500);
    const [player] = players as [Player];
    let written: Promise<unknown> = Promise.resolve();
    await whileHeld(['quiz_standings'], async () => {
      written = submitAccepted(player, quiz.id, attemptAt(quiz, 3));
      await untilWaiting(1);
      await askFor(doomed);
      expect((await stateOf(doomed)).isIndexed).toBe(false);
    });
    await deleteQuiz(admin, doomed.board);
    await written;
    await run(CREATION);
    await untilForgotten(doomed);
  });
});

describe('a deletion', () => {
  it('takes locks in the same order as the last step of a larger one', async () => {
    const [large, small] = [await createQuiz(admin, quizBody(1)), await createQuiz(admin, quizBody(1))];
    const [shared = '', held = ''] = (await newcomers(70_001, 70_002)).toSorted();
    const standings: [string, string, number][] = [
      [large.id, shared, 1],
      [large.id, held, 10_500],
      [small.id, shared, 1],
    ];
    for (const [quizId, userId, attempts] of standings) {
      await query(
        service.databaseUrl,
        'INSERT INTO quiz_standings SELECT $1, $2, 0, 1, now(), 1, 1, $3::integer, 1, 1, 1, 1',
        [quizId, userId, attempts],
      );
    }
    for (const userId of [shared, held]) {
      await query(service.databaseUrl, 'INSERT INTO global_standings VALUES ($1, 20000, 50, 50, 50, 50)', [userId]);
    }
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM global_standings WHERE user_id = $1 FOR UPDATE', [held]);
      await deleteQuiz(admin, large.id);
      const untilLocked = (count: number) =>
        until(`${count} transactions wait for a lock`, async () => {
          const waiting = await query(
            service.databaseUrl,
            `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
          );
          return waiting.length >= count || waiting.length;
        });
      await untilLocked(1);
      const deleted = deleteQuiz(admin, small.id);
      await untilLocked(2);
      await client.query('COMMIT');
      await deleted;
    });
  });
});
