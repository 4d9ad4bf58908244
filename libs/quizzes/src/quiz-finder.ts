import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { Database, sql } from '#libs/database';
import type { Cursor } from '#libs/http';
import { ShardedCounters } from '#libs/projections';
import { conditionsOf, isFiltered, type QuizFilter } from './quiz-filter.js';
import { QUIZ_COUNT } from './quiz-list.js';
import { QUIZ_COLUMNS, type QuizRow } from './quiz-reader.js';

/** Finds the quizzes that a filter chooses, newest first. */
@Injectable()
export class QuizFinder {
  constructor(
    private readonly database: Database,
    private readonly counts: ShardedCounters,
  ) {}

  /** @param from the quiz before the first one, and how many more to skip; by default neither */
  find(
    filter: QuizFilter,
    { cursor, offset = 0 }: { cursor?: Cursor | undefined; offset?: number },
    limit: number,
  ): Promise<QuizRow[]> {
    const { where, values, isOrdered } = conditionsOf(filter);
    const [at, id, size, skip] = [1, 2, 3, 4].map((number) => `$${values.length + number}`);
    // Ids first, so that skipped rows are not read. `OFFSET 0` makes PostgreSQL look up the matches before it sorts. `LIMIT 1` prevents
    // that it reads all quizzes for the few on the page, whose number it overestimates.
    const statement = sql(`
      SELECT quiz.* FROM (
        SELECT id, at FROM (SELECT id, created_at AS at FROM quizzes WHERE ${where} ${isOrdered ? '' : 'OFFSET 0'}) AS found
        WHERE (at, id) < (${at}::timestamptz, ${id}::uuid) ORDER BY at DESC, id DESC LIMIT ${size} OFFSET ${skip}
      ) AS page
      CROSS JOIN LATERAL (SELECT ${QUIZ_COLUMNS} FROM quizzes WHERE quizzes.id = page.id LIMIT 1) AS quiz
      ORDER BY at DESC, page.id DESC`);
    return this.database.query<QuizRow>(statement, [
      ...values,
      cursor?.at ?? 'infinity',
      cursor?.id ?? NIL,
      limit,
      offset,
    ]);
  }

  async count(filter: QuizFilter): Promise<number> {
    if (!isFiltered(filter)) return this.counts.read(QUIZ_COUNT);
    const { where, values } = conditionsOf(filter);
    const statement = sql(`SELECT count(*)::integer AS total FROM quizzes WHERE ${where}`);
    const [row] = await this.database.query<{ total: number }>(statement, values);
    return row?.total ?? 0;
  }
}
