import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { NIL } from 'uuid';
import { textFile } from '#libs/file-transfer';
import { type Cursor } from '#libs/http';
import { Replica, sql } from '#libs/database';
import { type QuizContent, toDraft } from '../quiz-content.js';
import { conditionsOf, type QuizFilter } from '../quiz-filter.js';
import type { QuizEntity } from '../quiz.entity.js';
import { QUIZ_COLUMNS } from '../quiz-reader.js';

/** A file of JSON lines, one quiz each, newest first, streamed from the database. */
export class ExportQuizzes extends Query<StreamableFile> {
  /**
   * @param filter all quizzes if it is empty
   * @param ids of the quizzes to export instead
   */
  constructor(
    readonly filter: QuizFilter = {},
    readonly ids?: readonly string[],
  ) {
    super();
  }
}

/** Number of cursors in memory. */
const CURSORS = 5_000;

/** Number of quizzes in memory. */
const BATCH = 20;

const CHOSEN = sql(
  'SELECT id, created_at AS at FROM quizzes WHERE id = ANY ($1::uuid[]) ORDER BY created_at DESC, id DESC',
);

const QUIZZES = sql(`
  SELECT quiz.*, content FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, position)
  JOIN (SELECT ${QUIZ_COLUMNS} FROM quizzes) AS quiz USING (id)
  JOIN quiz_versions ON quiz_id = quiz.id AND quiz_versions.version = quiz.version
  ORDER BY position`);

@QueryHandler(ExportQuizzes)
export class ExportQuizzesHandler implements IQueryHandler<ExportQuizzes> {
  constructor(private readonly replica: Replica) {}

  async execute({ filter, ids }: ExportQuizzes): Promise<StreamableFile> {
    // Read before the response begins: a failure here still becomes an error response.
    const first = await (ids === undefined
      ? this.cursorsAfter(filter, undefined)
      : this.replica.query<Cursor>(CHOSEN, [ids]));
    return textFile('quizzes.jsonl', 'application/x-ndjson', this.lines(filter, first));
  }

  private cursorsAfter(filter: QuizFilter, after: Cursor | undefined): Promise<Cursor[]> {
    const { where, values, isOrdered } = conditionsOf(filter);
    const parameter = (value: unknown) => `$${values.push(value)}`;
    // Matches first: reading all titles for few matches would take longer.
    const statement = sql(`
      WITH found AS ${isOrdered ? 'NOT' : ''} MATERIALIZED (SELECT id, created_at FROM quizzes WHERE ${where})
      SELECT id, created_at AS at FROM found
      WHERE (created_at, id) < (${parameter(after?.at ?? 'infinity')}::timestamptz, ${parameter(after?.id ?? NIL)}::uuid)
      ORDER BY created_at DESC, id DESC LIMIT ${parameter(CURSORS)}`);
    return this.replica.query<Cursor>(statement, values);
  }

  private async *lines(filter: QuizFilter, first: Cursor[]): AsyncGenerator<string> {
    let cursors = first;
    while (cursors.length > 0) {
      for (let index = 0; index < cursors.length; index += BATCH) {
        const ids = cursors.slice(index, index + BATCH).map(({ id }) => id);
        const rows = await this.replica.query<QuizEntity & { content: QuizContent }>(QUIZZES, [ids]);
        for (const row of rows) yield `${JSON.stringify(toDraft(row, row.content))}\n`;
      }
      cursors = cursors.length < CURSORS ? [] : await this.cursorsAfter(filter, cursors.at(-1));
    }
  }
}
