import { everyWordOf, wordsOf } from '#libs/database';

/** SQL: `FROM quizzes` with the condition that each word of a search text begins a word of the title; uses the index `quizzes_words`. */
export const fromFound = (search: string) => `FROM quizzes WHERE ${wordsOf('title')} @@ ${everyWordOf(search)}`;
