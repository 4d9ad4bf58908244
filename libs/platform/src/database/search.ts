// Search in short texts by PostgreSQL's full text search. Both sides are cut into words in the same way, here and nowhere else.

/** SQL: a text in lower case, with a space for everything that is no letter and no digit, so that emails fall into words. */
const normal = (text: string) => `lower(regexp_replace(${text}, '[^[:alnum:]]+', ' ', 'g'))`;

/** SQL: the words of a text, to search in. A GIN index over exactly this finds them. */
export const wordsOf = (text: string) => `to_tsvector('simple', ${normal(text)})`;

/** SQL: what finds the texts in which every word of a search text begins a word; it finds nothing where there is no word. */
export const everyWordOf = (search: string) =>
  `(SELECT string_agg(quote_literal(word) || ':*', ' & ')::tsquery FROM unnest(tsvector_to_array(${wordsOf(search)})) AS word)`;
