// Leaderboards of the users with a tag. Their ranks are those among each other.
import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { Database, sql, type Statement, unpreparedSql } from '#libs/database';
import { type PageQuery, textKey } from '#libs/http';
import { hasTag } from '#libs/profiles';
import type { Ranking } from './ranking/ranking.js';

/** The rows of a leaderboard; of the users with a tag if its key is given. @param board a parameter, as `Ranking.isOf` takes it */
const rowsOf = ({ table, isOf }: Ranking, board: string, key: string | undefined): string =>
  `FROM ${table} WHERE ${isOf(board)} ${key === undefined ? '' : `AND ${hasTag('user_id', key)}`}`;

/** Selects a whole leaderboard in its order. @param parameters those of the board and the key of the tag, if any */
export const wholeBoard = (
  ranking: Ranking,
  columns: string,
  { board = '', key }: { board?: string; key?: string },
): Statement => sql(`SELECT ${columns} ${rowsOf(ranking, board, key)} ORDER BY ${ranking.order}`);

interface BoardOfTag {
  ranking: Ranking;
  /** Of its table, for a SELECT. */
  columns: string;
  /** The quiz; undefined for the leaderboard over all quizzes. */
  quizId?: string;
  tag: string;
}

/** Reads pages of the leaderboards of tags. */
@Injectable()
export class BoardsOfTags {
  constructor(private readonly database: Database) {}

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the rows that the columns make
  async page<Row extends QueryResultRow>(
    { ranking, columns, quizId, tag }: BoardOfTag,
    { offset, size }: PageQuery,
  ): Promise<{ rows: Row[]; total: number }> {
    const values = [textKey(tag), ...(quizId === undefined ? [] : [quizId])];
    const found = rowsOf(ranking, '$2', '$1');
    const [limit, skipped] = [values.length + 1, values.length + 2];
    const page = unpreparedSql(
      `SELECT ${columns} ${found} ORDER BY ${ranking.order} LIMIT $${limit} OFFSET $${skipped}`,
    );
    const count = unpreparedSql(`SELECT count(*)::integer AS total ${found}`);
    const [rows, [counted]] = await Promise.all([
      this.database.query<Row>(page, [...values, size, offset]),
      this.database.query<{ total: number }>(count, values),
    ]);
    return { rows, total: counted?.total ?? 0 };
  }
}
