// Quizzes as they are read and written, each with the tag of what was read.
import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';
import type { Quiz, QuizBody } from './quiz-values';

export interface StoredQuiz {
  quiz: Quiz;
  /** Names what was read, so that nothing that came after it is overwritten unseen. */
  etag: string;
}

async function stored(request: Promise<{ data?: Quiz; response: Response }>): Promise<StoredQuiz> {
  const { response } = await request;
  return { quiz: await dataOf(request), etag: response.headers.get('etag') ?? '*' };
}

export const quizQuery = (quizId: string) =>
  queryOptions({ queryKey: ['quizzes', 'one', quizId], queryFn: () => readQuiz(quizId) });

export const readQuiz = (id: string) => stored(api.GET('/quizzes/{id}', { params: { path: { id } } }));

export const createQuiz = (body: QuizBody) => stored(api.POST('/quizzes', { body }));

/** Replaces a quiz. @throws ApiError 412 where it was changed after it had been read with this tag */
export const replaceQuiz = (id: string, body: QuizBody, etag: string) =>
  stored(api.PUT('/quizzes/{id}', { params: { path: { id }, header: { 'If-Match': etag } }, body }));

export const deleteQuiz = (id: string) => dataOf(api.DELETE('/quizzes/{id}', { params: { path: { id } } }));

export const exportAddress = (id: string, format: 'jsonl' | 'gift') =>
  `/admin/api/quizzes/${encodeURIComponent(id)}/export?format=${format}`;
