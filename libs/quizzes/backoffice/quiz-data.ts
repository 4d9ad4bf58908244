// Requests for quizzes.
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { stored } from '#libs/backoffice-ui/quiz-query.ts';
import type { WrittenFormat } from './formats';
import type { QuizBody } from './quiz-values';

export const createQuiz = (body: QuizBody) => stored(api.POST('/quizzes', { body }));

/** Replaces a quiz. @throws ApiError 412 if it has changed since it was read with this tag */
export const replaceQuiz = (id: string, body: QuizBody, etag: string) =>
  stored(api.PUT('/quizzes/{id}', { params: { path: { id }, header: { 'If-Match': etag } }, body }));

/** Makes a new version with the questions of an old one. @throws ApiError 412 as {@link replaceQuiz} does */
export const restoreVersion = (id: string, version: number, etag: string) =>
  stored(
    api.PUT('/quizzes/{id}/versions/{version}/restoration', {
      params: { path: { id, version: String(version) }, header: { 'If-Match': etag } },
    }),
  );

export const deleteQuiz = (id: string) => dataOf(api.DELETE('/quizzes/{id}', { params: { path: { id } } }));

export const restoreQuiz = (id: string) =>
  dataOf(api.PUT('/deleted-quizzes/{id}/restoration', { params: { path: { id } } }));

/** Deletes a quiz in the trash for good. */
export const purgeQuiz = (id: string) => dataOf(api.DELETE('/deleted-quizzes/{id}', { params: { path: { id } } }));

export const exportAddress = (id: string, format: WrittenFormat) =>
  `/admin/api/quizzes/${encodeURIComponent(id)}/export?format=${format}`;
