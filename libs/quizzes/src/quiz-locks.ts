// Submissions take a quiz's shared lock, updates and deletions its exclusive one: no attempt is accepted after their response.
// Advisory locks queue: row locks would let a stream of submissions pass an update that waits.
import { lockName } from '#libs/database';

/** The lock of a quiz, by its id. */
export const QUIZ = lockName('quiz', { prefix: '', seed: 0 });
