import { everyWordOf, wordsOf } from '#libs/database';
import { IdField, LanguageField, PageOrCursorQuery, QueryTimestampField, TextField, textKey } from '#libs/http';

/** Which quizzes to list; an absent filter does not apply. */
export interface QuizFilter {
  readonly search?: string | undefined;
  readonly authorId?: string | undefined;
  readonly updatedSince?: string | undefined;
  readonly tag?: string | undefined;
  readonly language?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  /** Only quizzes that are open already. */
  readonly isOpen?: boolean;
}

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

export const QuizTagField = (): PropertyDecorator =>
  TextField({
    min: 1,
    max: 50,
    trim: true,
    optional: true,
    description: 'Only quizzes with this tag, in any case',
    example: 'geography',
  });

export const LanguageFilterField = (): PropertyDecorator =>
  LanguageField({
    optional: true,
    description: 'Only quizzes in this language: `de` finds `de-AT` too',
    example: 'en',
  });

/** The query parameters of the list of quizzes. */
export class QuizListQuery extends PageOrCursorQuery implements QuizFilter {
  @SearchField()
  search?: string;

  @IdField({
    optional: true,
    description: 'Only quizzes that this user created',
    example: '019b76da-a800-7000-8000-000000000004',
  })
  authorId?: string;

  @QueryTimestampField({
    description: 'Quizzes created or updated at this time or later',
    example: '2026-01-01T00:00:00Z',
  })
  updatedSince?: string;

  @QuizTagField()
  tag?: string;

  @LanguageFilterField()
  language?: string;
}

/** Whether a filter applies, beside that for open quizzes. */
export const isFiltered = ({ search = '', ...filter }: QuizFilter): boolean =>
  search !== '' || [filter.authorId, filter.updatedSince, filter.tag, filter.language].some((one) => one !== undefined);

/** SQL: whether a quiz is not open yet; uses the index `quizzes_by_opening`. */
export const IS_UNOPENED = 'opens_at > now()';

export interface Availability {
  /** Whether the quiz exists for others than administrators, and whether it takes no more attempts, by the clock of PostgreSQL. */
  isOpen: boolean;
  isClosed: boolean;
}

/** SQL: the columns of {@link Availability}. */
export const AVAILABILITY = `coalesce(opens_at <= now(), true) AS "isOpen", coalesce(closes_at <= now(), false) AS "isClosed"`;

/** SQL: whether each word of a search text begins a word of the title; uses the index `quizzes_words`. */
export const isFound = (search: string) => `${wordsOf('title')} @@ ${everyWordOf(search)}`;

/** A filter as SQL. */
interface Conditions {
  /** `true` without filters. */
  readonly where: string;
  /** The values of its parameters, from `$1` on. */
  readonly values: unknown[];
  /** Whether an index has the matches in the order of the list. */
  readonly isOrdered: boolean;
}

export function conditionsOf({
  search = '',
  authorId,
  updatedSince,
  tag,
  language,
  ids,
  isOpen = false,
}: QuizFilter): Conditions {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  add(search === '' ? undefined : search, (text) => isFound(`${text}::text`));
  add(authorId, (id) => `author_id = ${id}::uuid`);
  // PostgreSQL does not know all offsets of RFC 3339.
  add(updatedSince && new Date(updatedSince).toISOString(), (time) => `updated_at >= ${time}::timestamptz`);
  add(tag && textKey(tag), (key) => `tag_keys @> ARRAY[${key}]::text[] AND tag_keys <> '{}'`);
  // A range of language tags, as RFC 4647 defines it.
  add(language, (range) => `(language = ${range}::text OR language LIKE ${range}::text || '-%')`);
  add(ids, (some) => `id = ANY (${some}::uuid[])`);
  // By their ids, so that only indexes are read of the quizzes before a page.
  if (isOpen) conditions.push(`id NOT IN (SELECT id FROM quizzes WHERE ${IS_UNOPENED})`);
  const where = conditions.length === 0 ? 'true' : conditions.join(' AND ');
  return {
    where,
    values,
    isOrdered: [search, updatedSince, tag, language, ids].every((one) => one === undefined || one === ''),
  };
}
