// Search in short texts by PostgreSQL's full text search. This SQL splits texts and search texts into words in the same way.

/** SQL: a text in lower case and without accents. Letters that Unicode does not decompose, such as ß and ø, are named. */
const folded = (text: string) => String.raw`replace(translate(
  lower(regexp_replace(normalize(${text}, NFKD), '[\u0300-\u036F]', '', 'g')), 'øłđıς', 'oldiσ'), 'ß', 'ss')`;

/**
 * SQL: the words of a text, to search in. A GIN index over exactly this finds them: a change of it takes migrations that build the
 * indexes again. Signs between letters and digits separate words, so that emails are split; composed, signs of other scripts are letters.
 */
export const wordsOf = (text: string) =>
  `to_tsvector('simple', regexp_replace(normalize(${folded(text)}, NFKC), '[^[:alnum:]]+', ' ', 'g'))`;

/** SQL: rows of `position` and `word`, one for each word of a search text; `word` finds the texts in which it begins a word. */
export const eachWordOf = (search: string) => `
  SELECT position, (quote_literal(lexeme) || ':*')::tsquery AS word
  FROM unnest(tsvector_to_array(${wordsOf(search)})) WITH ORDINALITY AS lexemes (lexeme, position)`;

/** SQL: a query for the texts in which every word of a search text begins a word. A search text without words finds nothing. */
export const everyWordOf = (search: string) =>
  `(SELECT string_agg(word::text, ' & ')::tsquery FROM (${eachWordOf(search)}) AS words)`;
