import createClient, { type Client } from 'openapi-fetch';
import type { Role } from '#libs/access';
import type { paths } from '#libs/client';
import type { Service } from './service.js';

export type Api = Client<paths>;

/** A user with a key, and the typed client that uses it. */
export interface Player {
  userId: string;
  displayName: string;
  keyId: string;
  key: string;
  api: Api;
}

export function apiWith(url: string, key: string): Api {
  return createClient<paths>({ baseUrl: `${url}/api`, headers: { 'x-api-key': key } });
}

let names = 0;

/** Creates a user and a key for them, through the backoffice. */
export async function createPlayer(
  service: Pick<Service, 'backoffice' | 'url'>,
  role: Role = 'player',
): Promise<Player> {
  const displayName = `User ${++names}`;
  const user = await service.backoffice.call<{ id: string }>('POST', '/users', {
    email: `user${names}@example.com`,
    displayName,
    role,
  });
  const { id, key } = await service.backoffice.call<{ id: string; key: string }>('POST', '/keys', {
    name: `Key of ${displayName}`,
    userId: user.id,
  });
  return { userId: user.id, displayName, keyId: id, key, api: apiWith(service.url, key) };
}

export const createPlayers = (service: Pick<Service, 'backoffice' | 'url'>, length: number): Promise<Player[]> =>
  Promise.all(Array.from({ length }, () => createPlayer(service)));

export type QuizBody = paths['/quizzes']['post']['requestBody']['content']['application/json'];
export type Quiz = paths['/quizzes']['post']['responses']['201']['content']['application/json'];
export type AttemptBody = paths['/quizzes/{id}/attempts']['post']['requestBody']['content']['application/json'];

/** A body of a quiz in which the first answer of each question is correct. */
export function quizBody(questions = 3, overrides: Partial<QuizBody> = {}): QuizBody {
  return {
    title: 'Capitals',
    maxAttempts: 3,
    questions: Array.from({ length: questions }, (_, index) => ({
      text: `Question ${index + 1}`,
      answers: [
        { text: 'Right', isCorrect: true },
        { text: 'Wrong', isCorrect: false },
      ],
    })),
    ...overrides,
  };
}

/** Creates a quiz that must be accepted. */
export async function createQuiz({ api }: Pick<Player, 'api'>, body: QuizBody = quizBody()): Promise<Quiz> {
  const { data, error } = await api.POST('/quizzes', { body });
  if (data === undefined) throw new Error(`The quiz was rejected: ${JSON.stringify(error)}`);
  return data;
}

/** Updates a quiz; the update must be accepted. */
export async function updateQuiz({ api }: Pick<Player, 'api'>, id: string, body: QuizBody): Promise<Quiz> {
  const { data, error } = await api.PUT('/quizzes/{id}', { params: { path: { id } }, body });
  if (data === undefined) throw new Error(`The update was rejected: ${JSON.stringify(error)}`);
  return data;
}

/** Deletes a quiz; the deletion must be accepted. */
export async function deleteQuiz({ api }: Pick<Player, 'api'>, id: string): Promise<void> {
  const { error } = await api.DELETE('/quizzes/{id}', { params: { path: { id } } });
  if (error !== undefined) throw new Error(`The deletion was rejected: ${JSON.stringify(error)}`);
}

/** An attempt with correct answers to the first `correct` questions and wrong answers to the others. */
export function attemptAt(quiz: Pick<Quiz, 'questions'>, correct: number, totalTimeMs = 1_000): AttemptBody {
  return {
    totalTimeMs,
    answers: quiz.questions.map(({ id, answers }, index) => {
      const answer = answers.find(({ isCorrect }) => isCorrect === index < correct);
      if (answer === undefined) throw new Error(`Question ${id} has no such answer`);
      return { questionId: id, answerId: answer.id };
    }),
  };
}
