import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import type { Client } from 'pg';
import { AttemptsRecorded } from '#libs/attempts';
import { Background, type Statement, UnitOfWork } from '#libs/database';
import { OrderedIndex } from '#libs/projections';
import { LockQuizzesShared } from '#libs/quizzes';
import { attemptsOf, recordAttempts } from '../../attempts/src/record-attempts.js';
import { statementsOf } from '../src/ordered-index/index-statements.js';
import { QUIZZES } from '../../quizzes/src/quiz-list.js';
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
  allQuizzes,
  attemptsAt,
  expectFarPages,
  fill,
  globalStandings,
  type IndexState,
  indexState,
  type LongList,
  NEAR,
  quizStandings,
} from '../../../test/support/long-lists.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const ENTRIES = 12_000;
const MERGING = 'Merging the index of ';
const COMPACTION = 'Folding changes of ';
const CREATION = 'Indexing long lists';

let service: Service;
/** Another instance on the same database. */
let second: Service;
let admin: Player;
let players: Player[];
let quiz: Quiz;
let lists: LongList[];
/** The background tasks of the service by name, to run them immediately. */
let tasks: Map<string, () => Promise<unknown>>;

beforeAll(async () => {
  const every = jest.spyOn(Background.prototype, 'every');
  service = await startService();
  tasks = new Map(every.mock.calls.map(([, name, task]) => [name, () => task(() => undefined)]));
  every.mockRestore();
  second = await startService({ DATABASE_URL: service.databaseUrl });
  admin = await createPlayer(service, 'admin');
  players = await Promise.all(Array.from({ length: 8 }, () => createPlayer(service)));
  quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 1_000_000 }));
  await fill(service.databaseUrl, ['quizStandings', 'attempts', 'globalStandings', 'quizzes'], quiz.id, ENTRIES);
  await query(service.databaseUrl, 'ANALYZE');
  lists = [quizStandings(quiz.id), globalStandings, allQuizzes, attemptsAt(quiz.id)];
});

afterAll(async () => {
  await second.close();
  await service.close();
});

const apis = (): Api[] => [admin.api, apiWith(second.url, admin.key)];

const stateOf = (long: LongList): Promise<IndexState> =>
  withClient(service.databaseUrl, (client) => indexState(client, long));

async function merge(): Promise<void> {
  const merging = [...tasks].filter(([name]) => name.startsWith(MERGING));
  expect(merging).toHaveLength(4);
  for (const [, task] of merging) await task();
}

/** All changes are compacted, and no checkpoint counts too many entries. */
async function untilSettled(long: LongList): Promise<void> {
  await until(`${long.list.name} is indexed`, async () => {
    await tasks.get(COMPACTION + long.list.name)?.();
    const state = await stateOf(long);
    expect(state.wrong).toEqual([]);
    return (state.checkpoints > 0 && state.pending === 0 && state.largest <= 2_000) || state;
  });
}

/** Requests a far page, which has the list indexed. */
const askFor = (long: LongList, api: Api = admin.api) => long.read(api, NEAR + 2, 1);

/** A list's far pages are correct before and after all changes are compacted. */
async function expectRight(long: LongList): Promise<void> {
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
  const submissions = userIds.map((userId) => ({
    ...{
      id: randomUUID(),
      quizId,
      userId,
      version: 1,
      grading: 0,
      totalTimeMs,
      timedOut: false,
      reservation: undefined,
      body: '',
    },
    score: {
      correctCount,
      totalQuestions: 3,
      basisPoints: Math.round((10_000 * correctCount) / 3),
      passed: false,
      positions: [],
    },
  }));
  await service.app.get(UnitOfWork).run(async (transaction) => {
    const quizzes = await service.app.get(CommandBus).execute(new LockQuizzesShared([quizId], transaction));
    const unlimited = new Map([...quizzes].map(([id, quiz]) => [id, { ...quiz, maxAttempts: 1_000 }]));
    const recorded = await recordAttempts(transaction, attemptsOf(submissions, unlimited), unlimited);
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
  it('are correct before their list is indexed, and lose no change that began before and ended after', async () => {
    const [player, ...others] = players as [Player, ...Player[]];
    for (const long of lists) {
      let written: Promise<unknown> = Promise.resolve();
      await whileHeld(['global_standings', 'quizzes'], async () => {
        written = Promise.all([
          submitAccepted(player, quiz.id, attemptAt(quiz, 2, 700)),
          createQuiz(admin, quizBody(1)),
        ]);
        await untilWaiting(2);
        await askFor(long);
        // The index asks for the table, and gives up.
        await tasks.get(CREATION)?.();
        await expectFarPages(service.databaseUrl, long, apis());
        expect(await stateOf(long)).toMatchObject({ isIndexed: false, checkpoints: 0 });
      });
      await written;
    }
    for (const [index, long] of lists.entries()) {
      await until(`${long.list.name} has checkpoints`, async () => (await stateOf(long)).checkpoints > 0);
      const other = others[index] as Player;
      await submitAccepted(other, quiz.id, attemptAt(quiz, index, 500));
      await createQuiz(admin, quizBody(1));
      await expectRight(long);
      expect((await stateOf(long)).checkpoints).toBeGreaterThan(ENTRIES / 2_000);
    }
  });

  it('are read by row comparisons over an index, never by reading the table', async () => {
    await withClient(service.databaseUrl, async (client) => {
      for (const long of lists) {
        const { rows } = await client.query<{ id: string }>(
          `SELECT ${long.list.id} AS id FROM ${long.list.table} WHERE ${long.list.isOf('$1::uuid')} AND $1::uuid IS NOT NULL LIMIT 1`,
          [long.subject],
        );
        const statements = statementsOf(long.list);
        await expectIndexUse(client, long, statements.page(long.list.id), `'${long.subject}', ${ENTRIES / 2}, 30`, 2);
        // Neighbours before and after an entry, and the entries from its checkpoint.
        await expectIndexUse(
          client,
          long,
          statements.around(long.list.id, 'index'),
          `'${long.subject}', '${rows[0]?.id}', 2`,
          3,
        );
      }
    });
  });

  it('are correct in every snapshot while two instances write, and whenever they pause', async () => {
    const pending = lists.map(() => 0);
    for (let round = 1; round <= 2; round++) {
      const before = await countAttempts();
      const stop = startWriters();
      try {
        await withClient(service.databaseUrl, async (client) => {
          for (let snapshot = 0; snapshot < 8; snapshot++) {
            await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
            for (const long of lists) await expectRightInSnapshot(client, long);
            const index = snapshot % lists.length;
            const state = await indexState(client, lists[index] as LongList);
            expect(state).toMatchObject({ wrong: [], isIndexed: true });
            pending[index] = (pending[index] ?? 0) + state.pending;
            await client.query('COMMIT');
          }
        });
        await until('much was written', async () => (await countAttempts()) > before + 50);
      } finally {
        await stop();
      }
      for (const long of lists) await expectFarPages(service.databaseUrl, long, apis());
    }
    // Otherwise no page was read while changes were pending. Standings move only where an attempt is better.
    expect(Math.max(...pending)).toBeGreaterThan(0);
    for (const long of lists) await untilSettled(long);
  });
});

/** Expects that a statement reads a list by index scans alone, so many of them by comparisons of rows. */
async function expectIndexUse(
  client: Client,
  { list }: LongList,
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
    const reads = nodes.filter((node) => node['Relation Name'] === list.table);
    const compared = reads.filter((node) => /\bROW\(/.test(node['Index Cond'] ?? ''));
    const bad = reads.filter((node) => !/^Index (Only )?Scan$/.test(node['Node Type']) || !node['Index Cond']);
    const seen = { list: list.name, mode, bad, compared: compared.length };
    expect(seen).toEqual({ list: list.name, mode, bad: [], compared: comparisons });
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
async function expectRightInSnapshot(client: Client, { list, subject }: LongList): Promise<void> {
  const statements = statementsOf(list);
  for (let repeat = 0; repeat < 3; repeat++) {
    const values = [subject, Math.floor(Math.random() * (ENTRIES + 50)), 30];
    const byCheckpoints = await client.query<Record<string, string>>(statements.page(list.id).text, values);
    const byOffset = await client.query<Record<string, string>>(statements.pageByOffset(list.id).text, values);
    expect([list.name, values, byCheckpoints.rows]).toEqual([list.name, values, byOffset.rows]);
    const [entry] = byOffset.rows;
    if (entry === undefined) continue;
    const { text } = statements.around(list.id, 'index');
    const [own] = (await client.query<{ before: string }>(text, [subject, entry[list.id], 0])).rows;
    expect([list.name, values, Number(own?.before)]).toEqual([list.name, values, values[1]]);
  }
}

let deletedQuizzes = 0;

/** Submissions at both instances, and quizzes that are created and deleted, again and again. @returns what ends them */
function startWriters(): () => Promise<void> {
  let isStopped = false;
  const again = async (work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !isStopped; turn++) await work(turn);
  };
  const urls = [service.url, second.url];
  const random = (below: number) => Math.floor(Math.random() * below);
  const work = [
    ...players.map(({ key }) =>
      again((turn) =>
        submitAccepted(
          { api: apiWith(urls[turn % 2] as string, key) },
          quiz.id,
          attemptAt(quiz, random(4), random(1_000)),
        ),
      ),
    ),
    ...urls.map((url) =>
      again(async () => {
        const api = apiWith(url, admin.key);
        const [old] = await idsOf('quiz', ++deletedQuizzes, deletedQuizzes);
        await Promise.all([createQuiz({ api }, quizBody(1)), deleteQuiz({ api }, old as string)]);
      }),
    ),
  ];
  const ended = Promise.all(work);
  return async () => {
    isStopped = true;
    await ended;
  };
}

describe('checkpoints', () => {
  it('are split where a part of the list grows, and merged where entries are removed', async () => {
    const board = quizStandings(quiz.id);
    for (const long of [board, globalStandings]) await askFor(long);
    for (const long of [board, globalStandings]) await untilSettled(long);
    const before = await Promise.all([board, globalStandings].map(stateOf));
    const users = await newcomers(1, 5_000);
    // All of them at one position in either list, in two steps, so that checkpoints grow one by one.
    for (const from of [0, 2_500]) await rank(quiz.id, users.slice(from, from + 2_500), 1, 777);
    for (const long of [board, globalStandings]) await expectRight(long);
    const grown = await Promise.all([board, globalStandings].map(stateOf));
    grown.forEach(({ checkpoints }, index) => expect(checkpoints).toBeGreaterThan(before[index]?.checkpoints ?? 0));

    // A few stay.
    const leaving = users.filter((_, index) => index % 20 > 0);
    await rank(quiz.id, leaving, 3, 1);
    for (const long of [board, globalStandings]) await expectRight(long);
    await until('checkpoints are merged', async () => {
      await merge();
      const { checkpoints } = await stateOf(board);
      return checkpoints < (grown[0]?.checkpoints ?? 0) + 5 || checkpoints;
    });
    for (const long of [board, globalStandings]) {
      const counts = await query<{ entries: string }>(
        service.databaseUrl,
        'SELECT entries FROM list_anchors WHERE list = $1 AND subject = $2 ORDER BY entries LIMIT 2',
        [long.list.name, long.subject],
      );
      // But for the first one, none is small.
      expect([long.list.name, Number(counts[1]?.entries) >= 250]).toEqual([long.list.name, true]);
      await expectRight(long);
    }
  });

  it('count correctly after each step of the index, while changes are pending', async () => {
    const other = await createQuiz(admin);
    await fill(service.databaseUrl, ['quizStandings', 'attempts'], other.id, 6_000);
    const improve = async (step: number) => rank(other.id, await crowd(100 * step, 100 * step + 199), 3, 10 - step);
    for (const long of [quizStandings(other.id), attemptsAt(other.id)]) {
      const { begin, split, compact } = statementsOf(long.list);
      await withClient(service.databaseUrl, async (client) => {
        // Nothing else changes the checkpoints in the meantime.
        await client.query(`SELECT pg_advisory_lock(hashtextextended('list index:' || $1, 0))`, [long.list.name]);
        await client.query('INSERT INTO indexed_lists VALUES ($1, $2)', [long.list.name, long.subject]);
        await improve(1);
        const { rows } = await client.query<Record<string, string>>(begin.text, [long.subject]);
        await improve(2);
        const [first] = rows;
        const position = [first?.key1, first?.key2, first?.key3, first?.entry_id];
        await client.query(split.text, [long.subject, ...position]);
        await improve(3);
        const settled = await indexState(client, long);
        expect(settled).toMatchObject({ wrong: [] });
        expect(settled.checkpoints).toBeGreaterThanOrEqual(6);
        expect(settled.pending).toBeGreaterThanOrEqual(600);
        await expectFarPages(service.databaseUrl, long, apis());
        await client.query(compact.text);
        expect(await indexState(client, long)).toMatchObject({ wrong: [], pending: 0 });
      });
      await expectRight(long);
    }
  });

  it('are created by two instances at the same time', async () => {
    const other = await createQuiz(admin);
    await fill(service.databaseUrl, ['quizStandings', 'attempts'], other.id, 6_000);
    for (const long of [quizStandings(other.id), attemptsAt(other.id)]) {
      await Promise.all(apis().flatMap((api) => [askFor(long, api), askFor(long, api)]));
      await until('there are checkpoints', async () => (await stateOf(long)).checkpoints > 0);
      await expectRight(long);
    }
  });

  it('are created for a list that is requested while those of another one are created', async () => {
    const [first, next] = [await createQuiz(admin), await createQuiz(admin)].map(({ id }) => quizStandings(id)) as [
      LongList,
      LongList,
    ];
    for (const { subject } of [first, next]) await fill(service.databaseUrl, ['quizStandings'], subject, 6_000);
    await withClient(service.databaseUrl, async (client) => {
      const key = `hashtextextended('list index:${first.list.name}', 0)`;
      await client.query(`SELECT pg_advisory_lock(${key})`);
      await askFor(first);
      await until('its creation waits', async () => {
        const { rows } = await client.query<{ waits: boolean }>(
          `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
            AND (classid::bigint << 32) | objid::bigint = ${key}) AS waits`,
        );
        return rows[0]?.waits;
      });
      await askFor(next);
      await client.query(`SELECT pg_advisory_unlock(${key})`);
    });
    for (const long of [first, next]) {
      await until(`${long.subject} has checkpoints`, async () => (await stateOf(long)).checkpoints > 0);
      await expectRight(long);
    }
  });

  it.each(['begun', 'logged only'])('are completed where an instance was stopped with a list %s', async (state) => {
    const other = await createQuiz(admin);
    await fill(service.databaseUrl, ['quizStandings', 'attempts'], other.id, 6_000);
    for (const long of [quizStandings(other.id), attemptsAt(other.id)]) {
      const { begin } = statementsOf(long.list);
      await query(service.databaseUrl, 'INSERT INTO indexed_lists VALUES ($1, $2)', [long.list.name, long.subject]);
      if (state === 'begun') await query(service.databaseUrl, begin.text, [long.subject]);
      await expectFarPages(service.databaseUrl, long, apis());
      await until(`${long.list.name} is indexed`, async () => {
        await merge();
        const { wrong, ...seen } = await stateOf(long);
        expect(wrong).toEqual([]);
        return (seen.checkpoints > 1 && seen.largest <= 2_000) || seen;
      });
      await expectRight(long);
    }
  });

  it('are correct after an instance stopped in the middle of indexing', async () => {
    const other = await createQuiz(admin);
    await fill(service.databaseUrl, ['quizStandings', 'attempts'], other.id, 6_000);
    const third = await startService({ DATABASE_URL: service.databaseUrl });
    const boards = [quizStandings(other.id), attemptsAt(other.id)];
    for (const long of boards) await askFor(long, apiWith(third.url, admin.key));
    await third.close();
    for (const long of boards) {
      await expectFarPages(service.databaseUrl, long, apis());
      expect((await stateOf(long)).wrong).toEqual([]);
    }
  });
});

describe('the deletion of a quiz', () => {
  const boardsOf = ({ id }: Quiz) => [quizStandings(id), attemptsAt(id)];

  /** Nothing is left in the index of a quiz's lists. */
  const untilForgotten = (deleted: Quiz) =>
    until('nothing is left in the index', async () => {
      const states = await Promise.all(boardsOf(deleted).map(stateOf));
      return states.every(({ isIndexed, checkpoints, pending }) => !isIndexed && checkpoints + pending === 0) || states;
    });

  async function createIndexed(users: string[], attemptsEach: number): Promise<Quiz> {
    const created = await createQuiz(admin);
    for (let attempt = 0; attempt < attemptsEach; attempt++) await rank(created.id, users);
    for (const long of boardsOf(created)) {
      await askFor(long);
      await untilSettled(long);
    }
    return created;
  }

  it.each([
    ['small', 1],
    ['large', 4],
  ])(
    'with a %s leaderboard removes its lists from the index, and users from their positions',
    async (_, attemptsEach) => {
      // Some are nowhere else and are removed, the others are reduced.
      const users = [...(await crowd(1, 1_500)), ...(await newcomers(10_001, 11_500))];
      const { total } = await askFor(globalStandings);
      await untilSettled(globalStandings);
      const doomed = await createIndexed(users, attemptsEach);
      await expectRight(globalStandings);
      expect((await askFor(globalStandings)).total).toBe(total + 1_500);
      await deleteQuiz(admin, doomed.id);
      await untilForgotten(doomed);
      await until('all users are off', async () => {
        const left = await query(service.databaseUrl, 'SELECT 1 FROM deferred_deletions');
        return left.length === 0;
      });
      await expectRight(globalStandings);
      expect((await askFor(globalStandings)).total).toBe(total);
      await expectFarPages(service.databaseUrl, allQuizzes, apis());
    },
  );

  it('leaves nothing behind if a list was requested and could not be indexed before', async () => {
    const doomed = await createQuiz(admin);
    await fill(service.databaseUrl, ['quizStandings', 'attempts'], doomed.id, 2_500);
    const [player] = players as [Player];
    let written: Promise<unknown> = Promise.resolve();
    await whileHeld(['global_standings'], async () => {
      written = submitAccepted(player, quiz.id, attemptAt(quiz, 3));
      await untilWaiting(1);
      for (const long of boardsOf(doomed)) await askFor(long);
      expect((await Promise.all(boardsOf(doomed).map(stateOf))).map(({ isIndexed }) => isIndexed)).toEqual([
        false,
        false,
      ]);
    });
    await deleteQuiz(admin, doomed.id);
    await written;
    await untilForgotten(doomed);
  });

  it('that began before the list of quizzes is indexed and ends after it is not lost', async () => {
    const doomed = await createQuiz(admin);
    await query(service.databaseUrl, 'DELETE FROM indexed_lists WHERE list = $1', [QUIZZES.name]);
    const index = service.app.get(OrderedIndex);
    const log = index.log.bind(index);
    const spy = jest.spyOn(index, 'log').mockImplementation(async (...change) => {
      await log(...change);
      await askFor(allQuizzes);
      // They are indexed, or the index asks for the table and gives up.
      await tasks.get(CREATION)?.();
    });
    await deleteQuiz(admin, doomed.id);
    spy.mockRestore();
    await until('quizzes are indexed', async () => (await stateOf(allQuizzes)).checkpoints > 0);
    await expectRight(allQuizzes);
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
