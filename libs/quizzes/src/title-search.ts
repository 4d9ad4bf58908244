import { everyWordOf, wordsOf } from '#libs/database';

/** SQL: `FROM quizzes` of which every word of a search text begins a word of the title; the index `quizzes_words` finds them. */
export const fromFound = (search: string) => `FROM quizzes WHERE ${wordsOf('title')} @@ ${everyWordOf(search)}`;
