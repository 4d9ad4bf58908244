/** Name of the counter of all quizzes. */
export const QUIZ_COUNT = 'quizzes';
