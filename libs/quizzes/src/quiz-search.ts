import { Injectable } from '@nestjs/common';
import { Database, sql } from '#libs/database';
import type { ListPosition } from '#libs/http';
import { ShardedCounters } from '#libs/projections';
import { conditionsOf, IS_UNOPENED, isFiltered, type QuizFilter } from './quiz-filter.js';
import type { QuizEntity } from './quiz.entity.js';
import { QUIZ_COLUMNS } from './quiz-reader.js';

/** Name of the counter of all quizzes. */
export const QUIZ_COUNT = 'quizzes';

/** SQL of each sort key; each has an index. */
const SORT_KEYS = { createdAt: 'created_at', updatedAt: 'updated_at', title: 'lower(title)' };

/** An order of quizzes; equal ones are sorted by their ids. */
export interface QuizOrder {
  sort: keyof typeof SORT_KEYS;
  order: 'asc' | 'desc';
}

const NEWEST_FIRST: QuizOrder = { sort: 'createdAt', order: 'desc' };

const COUNT_UNOPENED = sql(`SELECT count(*)::integer AS total FROM quizzes WHERE ${IS_UNOPENED}`);

/** Finds the quizzes that a filter chooses. */
@Injectable()
export class QuizSearch {
  constructor(
    private readonly database: Database,
    private readonly counts: ShardedCounters,
  ) {}

  /** @param position a cursor only in the order newest first */
  find(
    filter: QuizFilter,
    { cursor, offset = 0 }: ListPosition,
    limit: number,
    { sort, order } = NEWEST_FIRST,
  ): Promise<QuizEntity[]> {
    const { where, values, isOrdered } = conditionsOf(filter);
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const after =
      cursor === undefined
        ? 'true'
        : `(key, id) < (${parameter(cursor.at)}::timestamptz, ${parameter(cursor.id)}::uuid)`;
    // Ids first, so that skipped rows are not read. `OFFSET 0` makes PostgreSQL look up the matches before it sorts. `LIMIT 1` prevents
    // that it reads all quizzes for the few on the page, whose number it overestimates.
    const statement = sql(`
      SELECT quiz.* FROM (
        SELECT id, key FROM (
          SELECT id, ${SORT_KEYS[sort]} AS key FROM quizzes WHERE ${where} ${isOrdered ? '' : 'OFFSET 0'}
        ) AS found
        WHERE ${after} ORDER BY key ${order}, id ${order} LIMIT ${parameter(limit)} OFFSET ${parameter(offset)}
      ) AS page
      CROSS JOIN LATERAL (SELECT ${QUIZ_COLUMNS} FROM quizzes WHERE quizzes.id = page.id LIMIT 1) AS quiz
      ORDER BY key ${order}, page.id ${order}`);
    return this.database.query<QuizEntity>(statement, values);
  }

  async count(filter: QuizFilter): Promise<number> {
    if (!isFiltered(filter)) {
      const [total, unopened] = await Promise.all([
        this.counts.read(QUIZ_COUNT),
        filter.isOpen === true ? this.countUnopened() : 0,
      ]);
      return total - unopened;
    }
    const { where, values } = conditionsOf(filter);
    const statement = sql(`SELECT count(*)::integer AS total FROM quizzes WHERE ${where}`);
    const [row] = await this.database.query<{ total: number }>(statement, values);
    return row?.total ?? 0;
  }

  private async countUnopened(): Promise<number> {
    const [row] = await this.database.query<{ total: number }>(COUNT_UNOPENED, []);
    return row?.total ?? 0;
  }
}
