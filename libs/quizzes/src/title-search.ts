import { everyWordOf, wordsOf } from '#libs/database';
import { TextField } from '#libs/http';

/** SQL: whether each word of a search text begins a word of the title; uses the index `quizzes_words`. */
export const isFound = (search: string) => `${wordsOf('title')} @@ ${everyWordOf(search)}`;

/** SQL: `FROM quizzes` with this condition. */
export const fromFound = (search: string) => `FROM quizzes WHERE ${isFound(search)}`;

/** The query parameter of a search. */
export const SearchField = (): PropertyDecorator =>
  TextField({
    min: 0,
    max: 200,
    trim: true,
    optional: true,
    description: 'Beginnings of words of the title, in any case, with or without accents; all of them must be found',
    example: 'capital eur',
  });
