// Long random runs at two instances, compared with a simple model of the limit and of the time.
import { submit } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import {
  apiWith,
  attemptAt,
  createPlayer,
  createQuiz,
  type Quiz,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';
import {
  answersTo,
  passTime,
  recordEnded,
  save,
  start,
  type Start,
  submitStart,
} from '../../../test/support/starts.js';

const STEPS = 80;
const LIMIT_SECONDS = 6_000;
/** Longer than a run, which takes time itself. */
const GRACE_SECONDS = 600;
/** Until the background task takes no notice of submissions in flight any more. */
const IN_FLIGHT_SECONDS = 10;

let services: [Service, Service];

beforeAll(async () => {
  services = await startTwoServices({ START_GRACE_SECONDS: String(GRACE_SECONDS) });
});

afterAll(() => services[0].close());

interface OpenStart {
  start: Start;
  /** The version that was started, with its solutions. */
  quiz: Quiz;
  elapsed: number;
  limit: number;
  saved: number;
}

/** What is known of one player at one quiz. */
class Model {
  open: OpenStart | undefined;
  /** Correct answers of each attempt that counts, and whether its time ran out. */
  attempts: { correct: number; timedOut: boolean }[] = [];
  maxAttempts = 3;
  extraAttempts = 0;
  extraSeconds = 0;

  get hasPlace(): boolean {
    return this.attempts.length + (this.open ? 1 : 0) < this.maxAttempts + this.extraAttempts;
  }

  /** Moves the end of the open start, but not to the past. */
  moveEnd(seconds: number): void {
    const { open } = this;
    if (open) open.limit = Math.max(open.limit + seconds, Math.min(open.limit, open.elapsed));
  }

  /** Records what was saved if the time is up. */
  tick(): void {
    const { open } = this;
    if (open === undefined || open.elapsed <= open.limit + GRACE_SECONDS) return;
    this.attempts.push({ correct: open.saved, timedOut: true });
    this.open = undefined;
  }
}

it.each([1, 2])('starts, attempts, edits, grants, voids and time agree with the model: run %i', async (seed) => {
  let state = seed * 7_919;
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const [service] = services;
  const admin = await createPlayer(service, 'admin');
  const player = await createPlayer(service);
  const players = services.map(({ url }) => ({ api: apiWith(url, player.key) }));
  const body = (questions: number, maxAttempts: number) =>
    quizBody(questions, { maxAttempts, timeLimitSeconds: LIMIT_SECONDS });
  let quiz = await createQuiz(admin, body(4, 3));
  const { id } = quiz;
  const model = new Model();
  for (let step = 0; step < STEPS; step++) {
    const by = players[random(2)] as (typeof players)[0];
    const { open } = model;
    const correct = random(4);
    switch (random(10)) {
      case 0:
      case 1: {
        const expected = open ? 200 : model.hasPlace ? 201 : 409;
        const response = await start(by, id);
        expect([step, response.status]).toEqual([step, expected]);
        if (open) expect(response.start?.id).toBe(open.start.id);
        else if (response.start) {
          const limit = LIMIT_SECONDS + model.extraSeconds;
          model.open = { start: response.start, quiz, elapsed: 0, limit, saved: 0 };
        }
        break;
      }
      case 2:
        if (!open) break;
        expect((await save(by, open.start, answersTo(open.start, open.quiz, correct))).status).toBe(200);
        open.saved = correct;
        break;
      case 3: {
        if (!open) break;
        const { status, result } = await submitStart(by, open.start, answersTo(open.start, open.quiz, correct));
        expect([step, status, result?.correctCount]).toEqual([step, 201, correct]);
        model.attempts.push({ correct, timedOut: open.elapsed > open.limit });
        model.open = undefined;
        break;
      }
      case 4: {
        const { status } = await submit(by, id, attemptAt(quiz, correct));
        expect([step, status]).toEqual([step, model.hasPlace ? 201 : 409]);
        if (status === 201) model.attempts.push({ correct, timedOut: false });
        break;
      }
      case 5:
        model.maxAttempts = 2 + random(6);
        quiz = await updateQuiz(admin, id, body(4 + random(3), model.maxAttempts));
        break;
      case 6: {
        const extraSeconds = 3_000 * random(3);
        model.extraAttempts = random(3);
        model.moveEnd(extraSeconds - model.extraSeconds);
        model.extraSeconds = extraSeconds;
        const grant = { extraAttempts: model.extraAttempts, extraSeconds };
        await service.backoffice.call('PUT', `/quizzes/${id}/grants/${player.userId}`, grant);
        break;
      }
      case 7: {
        const [attempt] = await query<{ id: string; correct: number; timedOut: boolean }>(
          service.databaseUrl,
          `SELECT id, correct_count AS correct, timed_out AS "timedOut" FROM attempts
           WHERE quiz_id = $1 AND voided_at IS NULL ORDER BY completed_at LIMIT 1`,
          [id],
        );
        if (attempt === undefined) break;
        await service.backoffice.call('PUT', `/quizzes/${id}/attempts/${attempt.id}/void`, { reason: 'A test' });
        const at = model.attempts.findIndex(
          (one) => one.correct === attempt.correct && one.timedOut === attempt.timedOut,
        );
        model.attempts.splice(at, 1);
        break;
      }
      case 8: {
        if (!open) break;
        const afterEnd = [-1, 1, GRACE_SECONDS + 1][random(3)] as number;
        await passTime(service, id, open.limit + afterEnd - open.elapsed);
        open.elapsed = open.limit + afterEnd;
        const { status } = await submitStart(by, open.start, answersTo(open.start, open.quiz, correct));
        expect([step, afterEnd, status]).toEqual([step, afterEnd, afterEnd <= GRACE_SECONDS ? 201 : 409]);
        if (status === 201) {
          // The second before the end may have passed meanwhile.
          model.attempts.push({ correct, timedOut: afterEnd > 0 || (await isTimedOut(service, open.start)) });
          model.open = undefined;
        } else {
          await passTime(service, id, IN_FLIGHT_SECONDS);
        }
        break;
      }
      default: {
        // No sum of these is less than 100 before an end, or before that of a grace: the run itself takes time.
        const seconds = 2_050 + 300 * random(4);
        await passTime(service, id, seconds);
        if (open) open.elapsed += seconds;
      }
    }
    model.tick();
    await recordEnded(services[random(2)] as Service);
  }
  const stored = await query(
    service.databaseUrl,
    `SELECT correct_count AS correct, timed_out AS "timedOut" FROM attempts
     WHERE quiz_id = $1 AND voided_at IS NULL ORDER BY correct_count, timed_out`,
    [id],
  );
  const expected = model.attempts.toSorted(
    (one, other) => one.correct - other.correct || Number(one.timedOut) - Number(other.timedOut),
  );
  expect(stored).toEqual(expected);
});

async function isTimedOut({ databaseUrl }: Service, { id }: Start): Promise<boolean> {
  const [found] = await query<{ timedOut: boolean }>(
    databaseUrl,
    'SELECT timed_out AS "timedOut" FROM attempts WHERE id = $1',
    [id],
  );
  return found?.timedOut === true;
}
