// Users leave all leaderboards when their suspension is committed, and return with all their attempts when it ends.
import { Module } from '@nestjs/common';
import fc from 'fast-check';
import { AttemptsCorrected, AttemptsRecorded } from '#libs/attempts';
import { SuspensionChanged } from '#libs/auth';
import { ListensTo, type TransactionListener } from '#libs/database';
import { QuizDeleted } from '#libs/quizzes';
import { submit, submitAccepted } from '../../../test/support/attempts.js';
import { query, withClient } from '../../../test/support/database.js';
import {
  type Api,
  apiWith,
  attemptAt,
  createPlayer,
  createPlayers,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { readGlobalBoard, readQuizBoard, recomputeBoards } from '../../../test/support/leaderboards.js';
import {
  expectFarPages,
  fill,
  globalStandings,
  indexState,
  quizStandings,
} from '../../../test/support/long-leaderboards.js';
import { findDifferences } from '../../../test/support/operations.js';
import {
  applyPending,
  type Counting,
  listRegrades,
  requestRegrade,
  undoRegrade,
  untilRegraded,
} from '../../../test/support/regrades.js';
import { type Service, startService, startTwoServices } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

/** FUZZ_SEED=n tries other sequences. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const RUNS = 1;
const USERS = 8;
const QUIZZES = 3;

let service: Service;
let second: Service;
let admin: Player;
let users: Player[];

beforeAll(async () => {
  [service, second] = await startTwoServices();
  admin = await createPlayer(service, 'admin');
  users = await createPlayers(service, USERS);
});

afterAll(() => service.close());

const apiAt = ({ api, key }: Player, isElsewhere: boolean): Api => (isElsewhere ? apiWith(second.url, key) : api);

const suspend = (players: readonly Player[], suspended: boolean, { backoffice } = service) =>
  backoffice.call('PATCH', '/users', { users: players.map(({ userId: id }) => ({ id })), suspended });

/** Both leaderboards and all own entries, at both instances, are those that follow from the attempts. */
async function expectBoards(quizIds: readonly string[], players = users): Promise<void> {
  const expected = await recomputeBoards(service.databaseUrl);
  for (const isElsewhere of [false, true]) {
    expect(await readGlobalBoard(apiAt(admin, isElsewhere), 3)).toEqual(expected.global);
    for (const id of quizIds) {
      const board = expected.quizzes.get(id) ?? { entries: [], total: 0 };
      expect(await readQuizBoard(apiAt(admin, isElsewhere), id, 3)).toEqual(board);
    }
  }
  const suspended = await query<{ id: string }>(service.databaseUrl, 'SELECT id FROM users WHERE suspended');
  const active = players.filter(({ userId }) => !suspended.some(({ id }) => id === userId));
  for (const [index, player] of active.entries()) {
    const api = apiAt(player, index % 2 === 0);
    const overall = await api.GET('/leaderboard/me');
    const { entries, total } = expected.global;
    const own = entries.find(({ userId }) => userId === player.userId);
    expect([overall.data?.entry, overall.data?.total]).toEqual([own, own && total]);
    for (const id of quizIds) {
      const { data } = await api.GET('/quizzes/{id}/leaderboard/me', { params: { path: { id } } });
      const board = expected.quizzes.get(id);
      const entry = board?.entries.find(({ userId }) => userId === player.userId);
      expect([data?.entry, data?.total]).toEqual([entry, entry && board?.total]);
    }
  }
}

describe('suspended users', () => {
  it('leave both leaderboards and the ranks of others, and come back unchanged', async () => {
    const quiz = await createQuiz(admin, quizBody(2));
    const [first, next, last] = users as [Player, Player, Player];
    for (const [time, player] of [first, next, last].entries())
      await submitAccepted(player, quiz.id, attemptAt(quiz, 2, time));
    const read = async () => [await readQuizBoard(admin.api, quiz.id), await readGlobalBoard(admin.api)] as const;
    const before = await read();
    await service.backoffice.call('PATCH', `/users/${first.userId}`, { suspended: true });
    const [board, all] = await read();
    expect(board.entries.map(({ rank, userId }) => [rank, userId])).toEqual([
      [1, next.userId],
      [2, last.userId],
    ]);
    expect([board.total, all.total]).toEqual([2, 2]);
    await expectBoards([quiz.id]);
    await suspend([first, next, last], true);
    expect(await read()).toEqual([
      { entries: [], total: 0 },
      { entries: [], total: 0 },
    ]);
    await suspend([first, next, last], false);
    expect(await read()).toEqual(before);
    expect(await findDifferences(service)).toEqual([]);
    await deleteQuiz(admin, quiz.id);
  });

  it('are known by their attempts to administrators', async () => {
    const quiz = await createQuiz(admin);
    const player = await createPlayer(service);
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    await suspend([player], true);
    const { data } = await admin.api.GET('/quizzes/{id}/attempts', { params: { path: { id: quiz.id } } });
    expect(data?.attempts.map((attempt) => attempt.attemptId)).toEqual([attemptId]);
    const path = { id: quiz.id, attemptId };
    const one = await admin.api.GET('/quizzes/{id}/attempts/{attemptId}', { params: { path } });
    expect(one.data).toMatchObject({ attemptId, userId: player.userId });
    await deleteQuiz(admin, quiz.id);
  });
});

const user = fc.nat(USERS - 1);
const quiz = fc.nat(QUIZZES - 1);
const isElsewhere = fc.boolean();

const submission = fc.record({
  kind: fc.constant('submit' as const),
  user,
  quiz,
  // Few of each, so that there are ties.
  correct: fc.nat(3),
  seconds: fc.integer({ min: 1, max: 3 }),
  isElsewhere,
});
const suspension = fc.record({
  kind: fc.constant('suspend' as const),
  users: fc.uniqueArray(user, { minLength: 1, maxLength: 4 }),
  suspended: fc.boolean(),
  isElsewhere,
});
const correction = fc.record({
  kind: fc.constant('void' as const),
  attempt: fc.nat(),
  isVoid: fc.boolean(),
  isElsewhere,
});
const regrading = fc.record({
  kind: fc.constant('regrade' as const),
  quiz,
  question: fc.nat(1),
  counts: fc.constantFrom<Counting>([0], [1], [0, 1], 'everyone', 'omitted'),
  isElsewhere,
});
const undoing = fc.record({ kind: fc.constant('undo' as const), quiz, isElsewhere });
const deletion = fc.record({ kind: fc.constant('delete' as const), quiz, isElsewhere });
const operation = fc.oneof(
  { weight: 12, arbitrary: submission },
  { weight: 8, arbitrary: suspension },
  { weight: 4, arbitrary: correction },
  { weight: 2, arbitrary: regrading },
  { weight: 1, arbitrary: undoing },
  { weight: 1, arbitrary: deletion },
);

type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** The quizzes of a run, and the attempts that were accepted at them. */
class Run {
  private readonly attempts: { quizId: string; attemptId: string }[] = [];

  private constructor(private readonly quizzes: Quiz[]) {}

  static async start(): Promise<Run> {
    return new Run(await Promise.all(Array.from({ length: QUIZZES }, () => Run.createQuiz())));
  }

  private static createQuiz = () => createQuiz(admin, quizBody(3, { maxAttempts: 1_000 }));

  get quizIds(): string[] {
    return this.quizzes.map(({ id }) => id);
  }

  async perform(one: Operation): Promise<void> {
    const at = one.isElsewhere ? second : service;
    switch (one.kind) {
      case 'submit': {
        const target = this.quizzes[one.quiz] as Quiz;
        const api = apiAt(users[one.user] as Player, one.isElsewhere);
        const { status, result } = await submit(
          { api },
          target.id,
          attemptAt(target, one.correct, one.seconds * 1_000),
        );
        expect([201, 403, 404]).toContain(status);
        if (result !== undefined) this.attempts.push({ quizId: target.id, attemptId: result.attemptId });
        return;
      }
      case 'suspend':
        await suspend(
          one.users.map((index) => users[index] as Player),
          one.suspended,
          at,
        );
        return;
      case 'void': {
        const attempt = this.attempts[one.attempt % this.attempts.length];
        if (attempt === undefined) return;
        const path = `/quizzes/${attempt.quizId}/attempts/${attempt.attemptId}/void`;
        const { status } = one.isVoid
          ? await at.backoffice.request('PUT', path, { reason: 'A mistake' })
          : await at.backoffice.request('DELETE', path);
        expect([204, 404]).toContain(status);
        return;
      }
      case 'regrade': {
        const target = this.quizzes[one.quiz] as Quiz;
        const { status } = await requestRegrade(at, { quiz: target, question: one.question, counts: one.counts });
        // 400 where these answers count already; the others if another operation is faster.
        expect([200, 400, 404, 409]).toContain(status);
        return applyPending(at);
      }
      case 'undo': {
        const { id } = this.quizzes[one.quiz] as Quiz;
        const last = (await listRegrades(at, id)).regrades.find(({ undoneAt }) => undoneAt === undefined);
        if (last !== undefined) await undoRegrade(at, id, last.id);
        return applyPending(at);
      }
      case 'delete': {
        const { id } = this.quizzes[one.quiz] as Quiz;
        const { response } = await apiAt(admin, one.isElsewhere).DELETE('/quizzes/{id}', { params: { path: { id } } });
        expect([200, 404]).toContain(response.status);
        if (response.status === 200) this.quizzes[one.quiz] = await Run.createQuiz();
      }
    }
  }

  async check(): Promise<void> {
    await untilRegraded(service.databaseUrl);
    await expectBoards(this.quizIds);
    expect(await findDifferences(service)).toEqual([]);
  }

  async end(): Promise<void> {
    await suspend(users, false);
    await this.check();
    await Promise.all(this.quizIds.map((id) => deleteQuiz(admin, id)));
    expect(await readGlobalBoard(admin.api)).toEqual({ entries: [], total: 0 });
  }
}

it('leaderboards follow from the attempts of active users after any operations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 40, maxLength: 60, size: 'max' }), async (operations) => {
      const run = await Run.start();
      for (const [index, one] of operations.entries()) {
        await run.perform(one);
        if (index % 16 === 15) await run.check();
      }
      await run.end();
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
});

/** Holds transactions back that have written their standings, while a test keeps it closed. */
let gate: Promise<unknown> = Promise.resolve();

class Gate implements TransactionListener<object> {
  async handle(): Promise<void> {
    await gate;
  }
}

@ListensTo(AttemptsRecorded)
class HoldSubmissions extends Gate {}

@ListensTo(AttemptsCorrected)
class HoldCorrections extends Gate {}

@ListensTo(QuizDeleted)
class HoldDeletions extends Gate {}

@ListensTo(SuspensionChanged)
class HoldSuspensions extends Gate {}

@Module({ providers: [HoldSubmissions, HoldCorrections, HoldDeletions, HoldSuspensions] })
class GateModule {}

describe('a suspension', () => {
  let gated: Service;
  let target: Quiz;
  let other: Quiz;
  let player: Player;

  beforeAll(async () => {
    gated = await startService({ DATABASE_URL: service.databaseUrl }, [GateModule]);
  });

  afterAll(() => gated.close());

  beforeEach(async () => {
    [target, other] = [await createQuiz(admin), await createQuiz(admin)];
    player = await createPlayer(service);
  });

  const submitTo = (quiz: Quiz) => (at: Service) =>
    submit({ api: apiWith(at.url, player.key) }, quiz.id, attemptAt(quiz, 1));
  const suspendAt = (at: Service) => suspend([player], true, at);

  const isSeen = (condition: string) =>
    query(service.databaseUrl, `SELECT FROM pg_stat_activity WHERE datname = current_database() AND ${condition}`).then(
      ({ length }) => length > 0,
    );

  /** Begins the second deed when the first one has changed the standings, and before it is committed. */
  async function overlap(first: (at: Service) => Promise<unknown>, next: (at: Service) => Promise<unknown>) {
    let open: () => void = () => undefined;
    gate = new Promise<void>((resolve) => (open = resolve));
    const held = first(gated);
    await until('the first is held', () =>
      isSeen("state = 'idle in transaction' AND xact_start < now() - interval '50 ms'"),
    );
    let isAnswered = false;
    const waiting = next(service).finally(() => (isAnswered = true));
    await until('the second waits or ends', async () => isAnswered || (await isSeen("wait_event_type = 'Lock'")));
    open();
    await Promise.all([held, waiting]);
    const existing = 'SELECT id FROM quizzes WHERE id IN ($1, $2)';
    const left = await query<{ id: string }>(service.databaseUrl, existing, [target.id, other.id]);
    await expectBoards(
      left.map(({ id }) => id),
      [player],
    );
    expect(await findDifferences(service)).toEqual([]);
  }

  const deeds: [name: string, prepare: () => Promise<(at: Service) => Promise<unknown>>][] = [
    ['the first attempt of its user', () => Promise.resolve(submitTo(target))],
    [
      'an attempt at another quiz',
      async () => {
        await submitTo(target)(service);
        return submitTo(other);
      },
    ],
    [
      'an attempt that is restored',
      async () => {
        const { attemptId } = await submitAccepted(player, target.id, attemptAt(target, 1));
        const path = `/quizzes/${target.id}/attempts/${attemptId}/void`;
        await service.backoffice.request('PUT', path, { reason: 'A mistake' });
        return ({ backoffice }: Service) => backoffice.request('DELETE', path);
      },
    ],
    [
      'a quiz that is deleted',
      async () => {
        await submitTo(target)(service);
        await submitTo(other)(service);
        return ({ url }: Service) => deleteQuiz({ api: apiWith(url, admin.key) }, target.id);
      },
    ],
  ];

  it.each(deeds)('that begins before the commit of %s hides all standings', async (_name, prepare) => {
    await overlap(await prepare(), suspendAt);
  });

  it.each(deeds)('that is committed after the beginning of %s hides all standings', async (_name, prepare) => {
    await overlap(suspendAt, await prepare());
  });
});

it('far pages of long leaderboards leave suspended users out, also while changes are pending', async () => {
  const target = await createQuiz(admin, quizBody(4, { maxAttempts: 1_000 }));
  const lists = [quizStandings(target.id), globalStandings];
  const apis = [false, true].map((isElsewhere) => apiAt(admin, isElsewhere));
  await fill(service.databaseUrl, ['quizStandings', 'globalStandings'], target.id, 3_000);
  await query(service.databaseUrl, 'ANALYZE');
  const submitAll = (round: number) =>
    Promise.all(
      users.map((player, index) =>
        submitAccepted(player, target.id, attemptAt(target, Math.min(4, (index + round) % 6), 990 - index * 100)),
      ),
    );
  await submitAll(0);
  for (const list of lists) {
    await list.read(admin.api, 40, 100);
    const isIndexed = async () =>
      (await withClient(service.databaseUrl, (client) => indexState(client, list))).checkpoints > 1;
    await until('the list is indexed', isIndexed);
  }
  for (const suspended of [true, false]) {
    await suspend(users, suspended, suspended ? service : second);
    for (const list of lists) await expectFarPages(service.databaseUrl, list, apis);
    if (!suspended) await submitAll(1);
    for (const list of lists) {
      const { wrong } = await withClient(service.databaseUrl, (client) => indexState(client, list));
      expect(wrong).toEqual([]);
    }
  }
});
