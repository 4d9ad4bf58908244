import { OrderedList } from '#libs/projections';

/** Name of the counter of all quizzes. */
export const QUIZ_COUNT = 'quizzes';

/** All quizzes, newest first. */
export const QUIZZES = new OrderedList({
  name: 'quizzes',
  table: 'quizzes',
  keys: [{ column: 'created_at', kind: 'timestamp' }],
  id: 'id',
  descending: true,
});
