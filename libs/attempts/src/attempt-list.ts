import { OrderedList } from '#libs/projections';

/** Name of the counter of a quiz's attempts. */
export const ATTEMPT_COUNT = 'attempts';

/** The attempts at a quiz, newest first. */
export const ATTEMPTS = new OrderedList({
  name: 'attempts',
  table: 'attempts',
  subject: 'quiz_id',
  keys: [{ column: 'completed_at', kind: 'timestamp' }],
  id: 'id',
  descending: true,
});
