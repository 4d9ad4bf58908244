// Submissions take a quiz's lock shared, updates and deletions take it exclusively: nothing is accepted after either was answered.
// Advisory locks queue: row locks would let a stream of submissions pass an update that waits.
import { lockName } from '#libs/database';

/** The lock of a quiz, by its id. */
export const QUIZ = lockName('quiz', { prefix: '', seed: 0 });
