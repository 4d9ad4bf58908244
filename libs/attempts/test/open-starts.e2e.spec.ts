// Open starts as administrators see and change them: at two instances.
import { countStatuses } from '../../../test/support/attempts.js';
import { query, withClient } from '../../../test/support/database.js';
import {
  createPlayer,
  createPlayers,
  createQuiz,
  type Player,
  type Quiz,
  type QuizBody,
  quizBody,
} from '../../../test/support/factories.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';
import {
  answersTo,
  attemptsOf,
  passTime,
  save,
  type Start,
  start,
  startAccepted,
  submitStart,
} from '../../../test/support/starts.js';
import { until } from '../../../test/support/until.js';

const NOBODY = '019b76da-a800-7000-8000-0000000000ff';

interface Part {
  starts: { id: string; displayName: string; remainingMs: number | null }[];
  nextCursor: string | null;
}

let service: Service;
let other: Service;
let admin: Player;

beforeAll(async () => {
  [service, other] = await startTwoServices();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

const createTimedQuiz = (settings: Partial<QuizBody> = {}): Promise<Quiz> =>
  createQuiz(admin, quizBody(4, { timeLimitSeconds: 600, ...settings }));

const listStarts = (quizId: string, search = '') =>
  service.backoffice.call<Part>('GET', `/quizzes/${quizId}/starts${search}`);

async function post(at: Service, { quizId, id }: Pick<Start, 'quizId' | 'id'>, deed: string, body?: object) {
  const response = await at.backoffice.request('POST', `/quizzes/${quizId}/starts/${id}/${deed}`, body);
  const text = await response.text();
  const { error, endsAt } = (text === '' ? {} : JSON.parse(text)) as { error?: string; endsAt?: string };
  return { status: response.status, error, endsAt };
}

const end = (started: Pick<Start, 'quizId' | 'id'>, at = service) => post(at, started, 'end');
const extend = (started: Pick<Start, 'quizId' | 'id'>, minutes: number, at = service) =>
  post(at, started, 'more-time', { minutes });

const audited = (action: string, quizId: string) =>
  query<{ details: object }>(
    service.databaseUrl,
    `SELECT details FROM audit_entries WHERE action = $1 AND $2 IN (subject_id::text, details ->> 'quizId') ORDER BY id`,
    [action, quizId],
  );

/** Milliseconds from the beginning of a start to an end. */
const lengthTo = ({ startedAt }: Start, endsAt: string | null | undefined) =>
  Date.parse(endsAt ?? '') - Date.parse(startedAt);

describe('GET /admin/api/quizzes/:id/starts', () => {
  it('lists who has started the quiz, until when, and how many answers are saved', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    await save(player, started, answersTo(started, quiz, 4).slice(0, 3));
    await passTime(service, quiz.id, 60);
    const { starts, nextCursor } = await listStarts(quiz.id);
    expect(nextCursor).toBeNull();
    expect(starts).toEqual([
      {
        id: started.id,
        userId: player.userId,
        displayName: player.displayName,
        applicationId: null,
        startedAt: new Date(Date.parse(started.startedAt) - 60_000).toISOString(),
        endsAt: new Date(Date.parse(started.endsAt ?? '') - 60_000).toISOString(),
        remainingMs: expect.any(Number) as unknown,
        savedAnswers: 3,
        totalQuestions: 4,
      },
    ]);
    expect(starts[0]?.remainingMs).toBeLessThanOrEqual(540_000);
  });

  it('leaves out those that are submitted or over, and has no end without a limit', async () => {
    const quiz = await createTimedQuiz({ timeLimitSeconds: 0 });
    const timed = await createTimedQuiz();
    const [open, done] = (await createPlayers(service, 2)) as [Player, Player];
    await startAccepted(open, quiz.id);
    await submitStart(done, await startAccepted(done, quiz.id), []);
    expect((await listStarts(quiz.id)).starts).toMatchObject([
      { displayName: open.displayName, endsAt: null, remainingMs: null },
    ]);
    await startAccepted(open, timed.id);
    await passTime(service, timed.id, 606);
    expect((await listStarts(timed.id)).starts).toEqual([]);
  });

  it('continues from a cursor, newest first', async () => {
    const quiz = await createTimedQuiz();
    const ids: string[] = [];
    for (const player of await createPlayers(service, 5)) ids.push((await startAccepted(player, quiz.id)).id);
    // Equal times are told apart by their ids.
    await query(service.databaseUrl, 'UPDATE starts SET started_at = $2 WHERE quiz_id = $1', [quiz.id, new Date()]);
    const read: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const part: Part = await listStarts(quiz.id, `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      read.push(...part.starts.map(({ id }) => id));
      cursor = part.nextCursor;
    }
    expect(read).toEqual(ids.toSorted().toReversed());
  });

  it('answers 404 for an unknown quiz', async () => {
    const response = await service.backoffice.request('GET', `/quizzes/${NOBODY}/starts`);
    expect([response.status, await response.json()]).toEqual([404, { error: 'Quiz not found' }]);
  });
});

describe('POST /admin/api/quizzes/:id/starts/:startId/end', () => {
  it('records what was saved as the attempt, once and for all', async () => {
    const quiz = await createTimedQuiz({ maxAttempts: 1 });
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    await save(player, started, answersTo(started, quiz, 4).slice(0, 3));
    await passTime(service, quiz.id, 60);
    expect(await end(started)).toMatchObject({ status: 204 });
    const [attempt, ...others] = await attemptsOf(player, quiz.id);
    expect(others).toEqual([]);
    expect(attempt).toMatchObject({ attemptId: started.id, correctCount: 3, totalQuestions: 4, timedOut: true });
    expect(attempt?.totalTimeMs).toBeGreaterThanOrEqual(60_000);
    expect(attempt?.totalTimeMs).toBeLessThan(600_000);
    const late = [
      await submitStart(player, started, []),
      await save(player, started, []),
      await end(started),
      await extend(started, 1),
    ];
    expect(late.map(({ status, error }) => [status, error])).toEqual(Array(4).fill([409, 'Time is up']));
    expect(await start(player, quiz.id)).toMatchObject({ status: 409, error: 'Maximum attempts reached' });
    expect((await listStarts(quiz.id)).starts).toEqual([]);
    expect(await audited('attempt.ended', quiz.id)).toEqual([
      { details: { quiz: quiz.title, quizId: quiz.id, userId: player.userId } },
    ]);
  });

  it('ends a start without a time limit', async () => {
    const quiz = await createTimedQuiz({ timeLimitSeconds: 0 });
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    expect((await end(started)).status).toBe(204);
    expect(await attemptsOf(player, quiz.id)).toMatchObject([{ attemptId: started.id, correctCount: 0 }]);
  });

  it('records what was saved or a submission that arrives at the same time, at two instances, and never both', async () => {
    const quiz = await createTimedQuiz();
    for (const player of await createPlayers(service, 4)) {
      const started = await startAccepted(player, quiz.id);
      const [submitted, ...ends] = await Promise.all([
        submitStart(player, started, answersTo(started, quiz, 4)),
        end(started),
        end(started, other),
        end(started, other),
      ]);
      const responses = [submitted, ...ends];
      expect(countStatuses(responses)).toEqual({ [submitted.status === 201 ? 201 : 204]: 1, 409: 3 });
      expect(await attemptsOf(player, quiz.id)).toMatchObject([
        { attemptId: started.id, correctCount: submitted.status === 201 ? 4 : 0 },
      ]);
    }
    const recorded = await query<{ ended: number }>(
      service.databaseUrl,
      'SELECT count(*)::integer AS ended FROM attempts WHERE quiz_id = $1 AND timed_out',
      [quiz.id],
    );
    expect(await audited('attempt.ended', quiz.id)).toHaveLength(recorded[0]?.ended ?? -1);
  });

  it('loses no answers whose saving was accepted', async () => {
    const quiz = await createTimedQuiz();
    for (const player of await createPlayers(service, 4)) {
      const started = await startAccepted(player, quiz.id);
      const [saved, ended] = await Promise.all([
        save(player, started, answersTo(started, quiz, 4)),
        end(started, other),
      ]);
      expect(ended.status).toBe(204);
      expect(await attemptsOf(player, quiz.id)).toMatchObject([{ correctCount: saved.status === 200 ? 4 : 0 }]);
    }
  });

  it('rejects a submission that was scored before the end and would be recorded after it', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM starts WHERE id = $1 FOR UPDATE', [started.id]);
      const submission = submitStart(player, started, answersTo(started, quiz, 4));
      await until('the submission waits for the row', async () => {
        const waiting = await query(
          service.databaseUrl,
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'is_started'`,
          [],
        );
        return waiting.length > 0;
      });
      // As the end leaves it until its attempt is recorded.
      await client.query('UPDATE starts SET ends_at = now(), is_ended = true WHERE id = $1', [started.id]);
      await client.query('COMMIT');
      expect(await submission).toMatchObject({ status: 409, error: 'Time is up' });
    });
    expect(await save(player, started, [])).toEqual({ status: 409, error: 'Time is up' });
    expect(await start(player, quiz.id)).toMatchObject({ status: 201 });
    expect(await attemptsOf(player, quiz.id)).toMatchObject([{ attemptId: started.id, correctCount: 0 }]);
  });

  it('answers 404 and 409 where there is nothing to end', async () => {
    const quiz = await createTimedQuiz();
    const [player, late] = (await createPlayers(service, 2)) as [Player, Player];
    const submitted = await startAccepted(player, quiz.id);
    await submitStart(player, submitted, []);
    const over = await startAccepted(late, quiz.id);
    await passTime(service, quiz.id, 601);
    const targets = [
      { quizId: NOBODY, id: submitted.id },
      { quizId: quiz.id, id: NOBODY },
      { quizId: quiz.id, id: 'nobody' },
      submitted,
      over,
    ];
    for (const deed of [end, (started: Pick<Start, 'quizId' | 'id'>) => extend(started, 1)]) {
      const responses = await Promise.all(targets.map((target) => deed(target)));
      expect(responses.map(({ status, error }) => [status, error])).toEqual([
        [404, 'Quiz not found'],
        [404, 'Start not found'],
        [404, 'Start not found'],
        [409, 'This start was submitted already'],
        [409, 'Time is up'],
      ]);
    }
    expect(await audited('attempt.ended', quiz.id)).toEqual([]);
  });
});

describe('POST /admin/api/quizzes/:id/starts/:startId/more-time', () => {
  it('adds up the minutes of parallel requests at two instances', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    const requests = Array.from({ length: 10 }, (_, index) => extend(started, 2, index % 2 === 0 ? service : other));
    const responses = await Promise.all(requests);
    expect(responses.map(({ endsAt }) => lengthTo(started, endsAt)).sort((one, two) => one - two)).toEqual(
      Array.from({ length: 10 }, (_, index) => 600_000 + (index + 1) * 120_000),
    );
    const read = await startAccepted(player, quiz.id);
    expect([read.id, lengthTo(started, read.endsAt)]).toEqual([started.id, 600_000 + 20 * 60_000]);
    expect(await audited('quiz.startExtended', quiz.id)).toHaveLength(10);
    const [entry] = await audited('quiz.startExtended', quiz.id);
    expect(entry?.details).toMatchObject({ userId: player.userId, minutes: 2 });
  });

  it('is for this start only', async () => {
    const quiz = await createTimedQuiz({ maxAttempts: 5 });
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    await extend(started, 5);
    await submitStart(player, started, []);
    const next = await startAccepted(player, quiz.id);
    expect(lengthTo(next, next.endsAt)).toBe(600_000);
  });

  it('moves the end at most to when the quiz closes, as a grant does', async () => {
    const closesAt = new Date(Date.now() + 900_000).toISOString();
    const quiz = await createTimedQuiz({ closesAt });
    const [player, granted] = (await createPlayers(service, 2)) as [Player, Player];
    const started = await startAccepted(player, quiz.id);
    expect(await extend(started, 60)).toMatchObject({ status: 200, endsAt: closesAt });
    expect(await extend(started, 1)).toMatchObject({ status: 409, error: 'The quiz closes when this start ends' });
    await startAccepted(granted, quiz.id);
    await service.backoffice.call('PUT', `/quizzes/${quiz.id}/grants/${granted.userId}`, {
      extraAttempts: 0,
      extraSeconds: 3_600,
    });
    expect((await startAccepted(granted, quiz.id)).endsAt).toBe(closesAt);
  });

  it('needs an end, and minutes from 1 to 10,080', async () => {
    const quiz = await createTimedQuiz({ timeLimitSeconds: 0 });
    const started = await startAccepted(await createPlayer(service), quiz.id);
    expect(await extend(started, 5)).toMatchObject({ status: 409, error: 'This start has no time limit' });
    for (const minutes of [0, 1.5, 10_081]) {
      const error = 'minutes: must be an integer from 1 to 10080';
      expect(await extend(started, minutes)).toMatchObject({ status: 400, error });
    }
    expect(await audited('quiz.startExtended', quiz.id)).toEqual([]);
  });
});
