import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client';

/** A page of the versions of a quiz, newest first; the total is the number of the current one. */
export const versionsQuery = (id: string, query: { page?: number }) =>
  queryOptions({
    queryKey: ['quizzes', 'versions', id, query],
    queryFn: () => dataOf(api.GET('/quizzes/{id}/versions', { params: { path: { id }, query } })),
  });

/** The questions of a version, which never change. */
export const versionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['quizzes', 'version', id, version],
    queryFn: () =>
      dataOf(api.GET('/quizzes/{id}/versions/{version}', { params: { path: { id, version: String(version) } } })),
    staleTime: Infinity,
  });
