/** Name of the counter of a quiz's attempts. */
export const ATTEMPT_COUNT = 'attempts';
