// The events for other modules: they are the rows of the published view.
import { Injectable, Module } from '@nestjs/common';
import { ListensTo, type TransactionListener } from '#libs/database';
import { QuizCreated, QuizDeleted } from '#libs/quizzes';
import { query } from '../../../test/support/database.js';
import { createPlayer, createQuiz, deleteQuiz } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';

const created: QuizCreated[] = [];
const deleted: QuizDeleted[] = [];

@Injectable()
@ListensTo(QuizCreated)
class ListenToCreation implements TransactionListener<QuizCreated> {
  handle(event: QuizCreated): Promise<void> {
    created.push(event);
    return Promise.resolve();
  }
}

@Injectable()
@ListensTo(QuizDeleted)
class ListenToDeletion implements TransactionListener<QuizDeleted> {
  handle(event: QuizDeleted): Promise<void> {
    deleted.push(event);
    return Promise.resolve();
  }
}

@Module({ providers: [ListenToCreation, ListenToDeletion] })
class ListeningModule {}

let service: Service;

beforeAll(async () => {
  service = await startService({}, [ListeningModule]);
});

afterAll(() => service.close());

const published = () =>
  query<{ quizId: string; createdAt: Date }>(
    service.databaseUrl,
    'SELECT quiz_id AS "quizId", created_at AS "createdAt" FROM published_quizzes ORDER BY created_at, quiz_id',
  );

it('QuizCreated and QuizDeleted are rows of published_quizzes', async () => {
  const admin = await createPlayer(service, 'admin');
  const quizzes = [await createQuiz(admin), await createQuiz(admin), await createQuiz(admin)];
  const rows = await published();
  expect(rows.map(({ quizId }) => quizId).sort()).toEqual(quizzes.map(({ id }) => id).sort());
  const byTime = (one: QuizCreated, other: QuizCreated) => one.createdAt.getTime() - other.createdAt.getTime();
  expect(created.sort(byTime).map(({ quizId, createdAt }) => ({ quizId, createdAt }))).toEqual(rows);
  await deleteQuiz(admin, quizzes[1]?.id ?? '');
  expect(deleted.map(({ quizId, createdAt }) => ({ quizId, createdAt }))).toEqual(
    rows.filter(({ quizId }) => quizId === quizzes[1]?.id),
  );
  expect(await published()).toHaveLength(2);
});
