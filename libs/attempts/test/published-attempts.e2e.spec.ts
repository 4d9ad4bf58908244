// The event for other modules: its items are the rows of the published view.
import { Injectable, Module } from '@nestjs/common';
import { AttemptsRecorded, type RecordedAttempt } from '#libs/attempts';
import { ListensTo, type TransactionListener } from '#libs/database';
import { countStatuses, submit } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import { attemptAt, createPlayer, createQuiz, quizBody } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';

const heard: RecordedAttempt[] = [];

@Injectable()
@ListensTo(AttemptsRecorded)
class Listen implements TransactionListener<AttemptsRecorded> {
  handle({ attempts }: AttemptsRecorded): Promise<void> {
    heard.push(...attempts);
    return Promise.resolve();
  }
}

@Module({ providers: [Listen] })
class ListeningModule {}

let service: Service;

beforeAll(async () => {
  service = await startService({}, [ListeningModule]);
});

afterAll(() => service.close());

const byId = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  String(one.attemptId) < String(other.attemptId) ? -1 : 1;

/** The rows of the view, under the names of the event's fields. */
async function readPublished(): Promise<Record<string, unknown>[]> {
  const rows = await query(service.databaseUrl, 'SELECT * FROM published_attempts');
  const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return rows
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value] as const)))
    .sort(byId);
}

it('AttemptsRecorded: its items are the rows of published_attempts', async () => {
  const admin = await createPlayer(service, 'admin');
  const players = await Promise.all([createPlayer(service), createPlayer(service)]);
  const quizzes = [
    await createQuiz(admin, quizBody(3, { maxAttempts: 2, timeLimitSeconds: 60 })),
    await createQuiz(admin, quizBody(1, { maxAttempts: 2 })),
  ];
  const submissions = players.flatMap((player, number) =>
    quizzes.flatMap((quiz) =>
      // The last of them exceeds the limit of attempts.
      [1_000, 61_000, 2_000].map((totalTimeMs) => submit(player, quiz.id, attemptAt(quiz, number % 4, totalTimeMs))),
    ),
  );
  expect(countStatuses(await Promise.all(submissions))).toEqual({ 201: 8, 409: 4 });
  const published = await readPublished();
  expect(published).toHaveLength(8);
  expect(heard.map((attempt) => ({ ...attempt })).sort(byId)).toEqual(published);
  expect(new Set(published.map(({ timedOut }) => timedOut))).toEqual(new Set([false, true]));
  expect(new Set(published.map(({ passed }) => passed))).toEqual(new Set([false, true]));
});
