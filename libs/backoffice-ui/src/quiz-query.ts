// A quiz with the tag of the version that was read.
import { queryOptions } from '@tanstack/react-query';
import type { components } from './api.gen';
import { api, dataOf } from './client';

type Quiz = components['schemas']['Quiz'];

export interface StoredQuiz {
  quiz: Quiz;
  /** The tag of this version, so that a save does not overwrite a later one unseen. */
  etag: string;
}

export async function stored(request: Promise<{ data?: Quiz; response: Response }>): Promise<StoredQuiz> {
  const { response } = await request;
  return { quiz: await dataOf(request), etag: response.headers.get('etag') ?? '*' };
}

export const quizQuery = (quizId: string) =>
  queryOptions({ queryKey: ['quizzes', 'one', quizId], queryFn: () => readQuiz(quizId) });

export const readQuiz = (id: string) => stored(api.GET('/quizzes/{id}', { params: { path: { id } } }));
