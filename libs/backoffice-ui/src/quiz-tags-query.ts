import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client';

/** The tags of all quizzes, the most used first. Part of the list, so that they are read again when it changes. */
export const quizTagsQuery = queryOptions({
  queryKey: ['quizzes', 'list', 'tags'],
  queryFn: async () =>
    (await dataOf(api.GET('/quizzes/tags'))).tags.map(({ tag, quizzes }) => ({ tag, count: quizzes })),
});
