// Search in short texts by PostgreSQL's full text search. This SQL splits texts and search texts into words in the same way.

/** SQL: a text in lower case, with a space for each character that is no letter or digit, so that emails are split into words. */
const normal = (text: string) => `lower(regexp_replace(${text}, '[^[:alnum:]]+', ' ', 'g'))`;

/** SQL: the words of a text, to search in. A GIN index over exactly this finds them. */
export const wordsOf = (text: string) => `to_tsvector('simple', ${normal(text)})`;

/** SQL: rows of `position` and `word`, one for each word of a search text; `word` finds the texts in which it begins a word. */
export const eachWordOf = (search: string) => `
  SELECT position, (quote_literal(lexeme) || ':*')::tsquery AS word
  FROM unnest(tsvector_to_array(${wordsOf(search)})) WITH ORDINALITY AS lexemes (lexeme, position)`;

/**
 * SQL: a query for the texts in which every word of a search text begins a word, composed or decomposed (Unicode's
 * normal forms C and D). A search text without words finds nothing.
 */
export const everyWordOf = (search: string) =>
  `(${everyWordIn(`normalize(${search}, NFC)`)} || ${everyWordIn(`normalize(${search}, NFD)`)})`;

const everyWordIn = (search: string) =>
  `(SELECT string_agg(word::text, ' & ')::tsquery FROM (${eachWordOf(search)}) AS words)`;
