import { setTimeout } from 'node:timers/promises';
import { Injectable, Module } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { vi } from 'vitest';
import { AttemptsCorrected } from '#libs/attempts';
import { GetQuizContent } from '#libs/quizzes';
import { Background, ListensTo, type TransactionListener } from '#libs/database';
import { submit, submitAccepted } from '../../../test/support/attempts.js';
import { query, withClient } from '../../../test/support/database.js';
import {
  apiWith,
  attemptAt,
  createPlayer,
  createPlayers,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  type QuizBody,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { readGlobalBoard, recomputeBoards } from '../../../test/support/leaderboards.js';
import { findDifferences } from '../../../test/support/operations.js';
import { expectRecomputed, expectRegraded } from '../../../test/support/regraded-results.js';
import {
  applyPending,
  type Counting,
  errorOf,
  listRegrades,
  readStored,
  regrade,
  requestRegrade,
  setStepSize,
  undoRegrade,
  untilRegraded,
} from '../../../test/support/regrades.js';
import { type Service, startService, startTwoServices } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';
import { purgeQuiz } from '../../../test/support/trash.js';

let service: Service;
let second: Service;
let admin: Player;
let player: Player;
let other: Player;

beforeAll(async () => {
  [service, second] = await startTwoServices();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

beforeEach(async () => {
  [player, other] = [await createPlayer(service), await createPlayer(service)];
  for (const one of [service, second]) setStepSize(one, 1_000);
});

@Injectable()
@ListensTo(AttemptsCorrected)
class SlowSteps implements TransactionListener<AttemptsCorrected> {
  async handle(): Promise<void> {
    await setTimeout(300);
  }
}

@Module({ providers: [SlowSteps] })
class SlowStepsModule {}

const hasProgressed = ({ tasks }: Background, name: string) => tasks.get(name)?.progressedAt !== undefined;

/** Holds the locks of a quiz's regrade rows, so that no step can store its progress, while the work runs. */
async function whileStepsWait<Result>(
  quizId: string,
  work: () => Promise<Result>,
  { databaseUrl } = service,
): Promise<Result> {
  return withClient(databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT FROM pg_advisory_xact_lock(hashtextextended($1, 0))', [`regrading:${quizId}`]);
    try {
      return await work();
    } finally {
      await client.query('COMMIT');
    }
  });
}

describe('a regrade in steps', () => {
  const fill = async (quiz: Quiz, players: readonly Player[]) => {
    for (const [index, by] of players.entries()) {
      for (let times = 0; times < 3; times++) await submitAccepted(by, quiz.id, attemptAt(quiz, (index + times) % 4));
    }
  };

  it('keeps leaderboards and statistics correct between steps, and another instance continues it', async () => {
    const quiz = await createQuiz(admin, quizBody(3));
    await fill(quiz, [player, other]);
    for (const one of [service, second]) setStepSize(one, 2);
    await whileStepsWait(quiz.id, async () => {
      const { isPending, handled } = await regrade(service, { quiz, question: 0, counts: [1] });
      expect([isPending, handled]).toEqual([true, 2]);
      await expectRecomputed([service, second], admin, quiz.id);
      expect(await findDifferences(service)).toEqual([]);
      const late = await createPlayer(service);
      expect(await submitAccepted(late, quiz.id, attemptAt(quiz, 3))).toMatchObject({ correctCount: 2 });
      await expectRecomputed([service, second], admin, quiz.id);
    });
    await untilRegraded(service.databaseUrl);
    expect((await listRegrades(second, quiz.id)).regrades).toMatchObject([{ isPending: false, handled: 6 }]);
    await expectRegraded([service, second], admin, quiz.id);
    // Its steps are progress of the background task, which is not late then.
    await until('the steps are reported', () =>
      Promise.resolve([service, second].some(({ app }) => hasProgressed(app.get(Background), 'Regrading'))),
    );
    expect(await findDifferences(service)).toEqual([]);
  });

  it('excludes other regrades of its quiz until it has ended', async () => {
    const quiz = await createQuiz(admin, quizBody(3));
    await fill(quiz, [player, other]);
    const undone = await regrade(service, { quiz, question: 2, counts: 'everyone' });
    for (const one of [service, second]) setStepSize(one, 2);
    await whileStepsWait(quiz.id, async () => {
      await regrade(service, { quiz, question: 0, counts: [1] });
      const preview = await service.backoffice.request(
        'POST',
        `/quizzes/${quiz.id}/versions/1/questions/${quiz.questions[1]?.id}/regrade-preview`,
        { kind: 'omitted', answers: [] },
      );
      const responses = [
        preview,
        await requestRegrade(second, { quiz, question: 1, counts: 'omitted' }),
        await service.backoffice.request('DELETE', `/quizzes/${quiz.id}/regrades/${undone.id}`),
      ];
      const error = [409, 'The quiz is being regraded. Try again when this is done'];
      expect(await Promise.all(responses.map(errorOf))).toEqual([error, error, error]);
    });
    await untilRegraded(service.databaseUrl);
    expect(await undoRegrade(service, quiz.id, undone.id)).toMatchObject({ isPending: true });
    await untilRegraded(service.databaseUrl);
    await expectRegraded([service, second], admin, quiz.id);
  });

  it('takes the attempts user by user, so that each step rebuilds few standings', async () => {
    const quiz = await createQuiz(admin, quizBody(3));
    for (let times = 0; times < 3; times++) {
      for (const by of [player, other]) await submitAccepted(by, quiz.id, attemptAt(quiz, 3));
    }
    for (const one of [service, second]) setStepSize(one, 3);
    await whileStepsWait(quiz.id, async () => {
      await regrade(service, { quiz, question: 0, counts: [1] });
      const regraded = await query(
        service.databaseUrl,
        'SELECT user_id, count(*)::integer FROM attempts WHERE quiz_id = $1 AND grading = 1 GROUP BY user_id',
        [quiz.id],
      );
      expect(regraded).toMatchObject([{ count: 3 }]);
    });
    await untilRegraded(service.databaseUrl);
    await expectRegraded([service, second], admin, quiz.id);
  });

  describe('in slow steps of one attempt', () => {
    let slow: Service;
    let author: Player;

    beforeAll(async () => {
      slow = await startService({}, [SlowStepsModule]);
      author = await createPlayer(slow, 'admin');
      setStepSize(slow, 1);
    });

    afterAll(() => slow.close());

    const createFilled = async (attempts: number) => {
      const quiz = await createQuiz(author, quizBody(2, { maxAttempts: 11 }));
      for (let count = 0; count < attempts; count++) await submitAccepted(author, quiz.id, attemptAt(quiz, 2));
      return quiz;
    };

    it('of a small quiz does not wait for that of a large one', async () => {
      const [large, small] = [await createFilled(5), await createFilled(1)];
      const regradeBoth = async () => {
        for (const quiz of [large, small]) await regrade(slow, { quiz, question: 0, counts: [1] });
        // Both begin anew, the large one first.
        await applyPending(slow);
      };
      await whileStepsWait(small.id, () => whileStepsWait(large.id, regradeBoth, slow), slow);
      await untilRegraded(slow.databaseUrl);
      const ended = await query(slow.databaseUrl, 'SELECT quiz_id FROM regrades ORDER BY xmin::text::bigint');
      expect(ended).toEqual([{ quiz_id: small.id }, { quiz_id: large.id }]);
    });

    it('lets submissions to its quiz pass between its steps', async () => {
      const quiz = await createFilled(10);
      await regrade(slow, { quiz, question: 0, counts: [1] });
      const regrading = applyPending(slow);
      await submitAccepted(author, quiz.id, attemptAt(quiz, 2));
      expect((await listRegrades(slow, quiz.id)).regrades).toMatchObject([{ isPending: true }]);
      await regrading;
    });
  });

  it('reads the versions that have the question, and few of them in a step', async () => {
    const body = quizBody(2, { maxAttempts: 99 });
    const [first] = body.questions as [QuizBody['questions'][number]];
    let quiz = await createQuiz(admin, body);
    await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
    // In three of four versions the first question is another one.
    for (let version = 2; version <= 15; version++) {
      const asked = version % 4 === 1 ? first : { ...first, text: 'Another' };
      quiz = await updateQuiz(admin, quiz.id, { ...body, questions: [asked, { ...first, text: `${version}` }] });
      await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
    }
    const execute = vi.spyOn(service.app.get(QueryBus), 'execute');
    try {
      await whileStepsWait(quiz.id, async () => {
        execute.mockClear();
        const wanted = { quiz, question: 0, version: 15, counts: [1] };
        expect(await regrade(service, wanted)).toMatchObject({ isPending: true, handled: 10 });
        const read = execute.mock.calls.flatMap(([one]) =>
          one instanceof GetQuizContent && one.reader !== undefined ? one.version : [],
        );
        expect(read.sort((one, other) => one - other)).toEqual([2, 3, 4, 6, 7, 8, 10, 11, 12, 14]);
      });
    } finally {
      execute.mockRestore();
    }
    await untilRegraded(service.databaseUrl);
    expect((await listRegrades(service, quiz.id)).regrades).toMatchObject([{ handled: 11, changed: 11 }]);
    await expectRegraded([service, second], admin, quiz.id);
  });

  it('is undone before it has ended', async () => {
    const quiz = await createQuiz(admin, quizBody(3));
    await fill(quiz, [player, other]);
    const original = await readStored(service.databaseUrl, quiz.id);
    for (const one of [service, second]) setStepSize(one, 2);
    await whileStepsWait(quiz.id, async () => {
      const { id } = await regrade(service, { quiz, question: 0, counts: [1] });
      expect(await undoRegrade(service, quiz.id, id)).toMatchObject({ isPending: true, handled: 2 });
      await expectRecomputed([service, second], admin, quiz.id);
    });
    await untilRegraded(service.databaseUrl);
    expect(await readStored(service.databaseUrl, quiz.id)).toEqual(original);
    await expectRegraded([service, second], admin, quiz.id);
  });

  it('stops with the deletion of its quiz, and ends when that is for good', async () => {
    const quiz = await createQuiz(admin, quizBody(3));
    await fill(quiz, [player, other]);
    for (const one of [service, second]) setStepSize(one, 2);
    await whileStepsWait(quiz.id, async () => {
      await regrade(service, { quiz, question: 0, counts: [1] });
      await deleteQuiz(admin, quiz.id);
    });
    const pending = () => query(service.databaseUrl, 'SELECT pending FROM regrades WHERE quiz_id = $1', [quiz.id]);
    expect(await pending()).toEqual([{ pending: true }]);
    expect(await findDifferences(service)).toEqual([]);
    await purgeQuiz(service, quiz.id);
    expect(await pending()).toEqual([]);
    expect((await requestRegrade(service, { quiz, question: 0, counts: [1] }, 1)).status).toBe(404);
    expect((await readGlobalBoard(admin.api)).entries).toEqual(
      (await recomputeBoards(service.databaseUrl)).global.entries,
    );
    expect(await findDifferences(service)).toEqual([]);
  });
});

/** Compares stored standings and counts with the stored attempts, in one snapshot: they must agree at every commit. */
const differencesNow = (quizId: string) =>
  query(
    service.databaseUrl,
    `WITH made AS (SELECT * FROM attempts WHERE quiz_id = $1 AND voided_at IS NULL),
     best AS (
       SELECT DISTINCT ON (user_id) user_id, 10000 - basis_points AS missed_basis_points, total_time_ms FROM made
       ORDER BY user_id, basis_points DESC, total_time_ms, completed_at
     ), sums AS (
       SELECT user_id, count(*) AS attempts, sum(correct_count) AS correct, sum(total_questions) AS questions, sum(basis_points) AS points
       FROM made GROUP BY user_id
     )
     SELECT user_id, 'standing' AS differs FROM (SELECT * FROM best JOIN sums USING (user_id)) AS expected
     FULL JOIN (SELECT * FROM quiz_standings WHERE quiz_id = $1) AS standing USING (user_id)
     WHERE (expected.missed_basis_points, expected.total_time_ms, expected.attempts, correct, questions, points)
       IS DISTINCT FROM (standing.missed_basis_points, standing.total_time_ms, standing.attempts, sum_correct, sum_questions, sum_basis_points)
     UNION ALL
     SELECT user_id, 'count' FROM sums FULL JOIN (SELECT * FROM attempt_counts WHERE quiz_id = $1 AND count > 0) AS stored USING (user_id)
     WHERE attempts IS DISTINCT FROM count
     UNION ALL
     SELECT user_id, 'total' FROM (SELECT user_id, sum(correct_count) AS correct, sum(basis_points) AS points FROM attempts
       WHERE voided_at IS NULL AND quiz_id IN (SELECT id FROM quizzes) GROUP BY user_id) AS expected
     JOIN global_standings AS total USING (user_id) WHERE (expected.correct, points) <> (total.correct, total.basis_points)`,
    [quizId],
  );

it('counts the attempts that were recorded before a regrade, and not those since', async () => {
  const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 5 }));
  for (const correct of [0, 1, 3]) await submitAccepted(player, quiz.id, attemptAt(quiz, correct));
  for (const one of [service, second]) setStepSize(one, 2);
  await whileStepsWait(quiz.id, async () => {
    await regrade(service, { quiz, question: 0, counts: 'everyone' });
    await submitAccepted(player, quiz.id, attemptAt(quiz, 0));
  });
  await untilRegraded(service.databaseUrl);
  expect((await listRegrades(service, quiz.id)).regrades).toMatchObject([{ handled: 3, changed: 1 }]);
});

it('regrades under load at two instances: standings, limits and statistics always equal a recomputation', async () => {
  const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 12 }));
  const players = await createPlayers(service, 3);
  for (const one of [service, second]) setStepSize(one, 4);
  const made: string[] = [];
  let isDone = false;
  const submitting = players.flatMap((by) =>
    [service, second].map(async ({ url }, index) => {
      const api = apiWith(url, by.key);
      for (let count = index; !isDone; count++) {
        await setTimeout(100);
        const { result, status } = await submit({ api }, quiz.id, attemptAt(quiz, count % 4, 1 + made.length));
        expect([201, 409]).toContain(status);
        if (result !== undefined) made.push(result.attemptId);
      }
    }),
  );
  await until('some attempts are made', () => Promise.resolve(made.length > 12));
  const seen: object[] = [];
  const watch = async () => {
    while (!isDone) {
      seen.push(...(await differencesNow(quiz.id)));
      await setTimeout(50);
    }
  };
  const watching = watch();
  const counts: Counting[] = [[1], 'omitted', 'everyone', [0, 1]];
  const undo: string[] = [];
  for (let round = 0; round < 6; round++) {
    const at = round % 2 === 0 ? service : second;
    const attempt = made[(round * 7) % made.length] ?? '';
    const voidPath = `/quizzes/${quiz.id}/attempts/${attempt}/void`;
    await untilRegraded(service.databaseUrl);
    const [first, again] = await Promise.all([
      requestRegrade(at, { quiz, question: round % 2, counts: counts[round % 4] ?? [1] }),
      requestRegrade(at, { quiz, question: 2, counts: counts[(round + 1) % 4] ?? [1] }),
      at.backoffice.request('PUT', voidPath, { reason: 'A mistake' }),
    ]);
    for (const response of [first, again]) {
      expect([200, 409]).toContain(response.status);
      if (response.status === 200) undo.push(((await response.json()) as { id: string }).id);
    }
    if (round % 3 === 2) {
      await untilRegraded(service.databaseUrl);
      await undoRegrade(at, quiz.id, undo.shift() ?? '');
    }
    if (round % 2 === 1) await at.backoffice.request('DELETE', voidPath);
  }
  isDone = true;
  await Promise.all([...submitting, watching]);
  expect(seen).toEqual([]);
  // Some steps may be left: results equal their recomputation now, too.
  await whileStepsWait(quiz.id, () => expectRecomputed([service, second], admin, quiz.id));
  await untilRegraded(service.databaseUrl);
  await expectRegraded([service, second], admin, quiz.id);
  expect(await findDifferences(service)).toEqual([]);
  expect(undo.length).toBeGreaterThan(3);
});
