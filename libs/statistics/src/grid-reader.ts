import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { NIL } from 'uuid';
import { type AnswerPosition, GetGradingHistory } from '#libs/attempts';
import { Database, type Reader, sql, unpreparedSql } from '#libs/database';
import { textKey } from '#libs/http';
import { GetProfiles, isLeftOutOfStatistics, usersWithTag } from '#libs/profiles';
import { GetQuizContent, type QuizContent } from '#libs/quizzes';
import { type OnePerUser, outcomesOf } from './answer-grid.js';
import type { GridFilter, GridRow } from './answer-grid.dto.js';
import { ORDERS } from './attempts-of-user.js';

interface Row {
  attemptId: string;
  userId: string;
  version: number;
  grading: number;
  answers: AnswerPosition[];
  drawnQuestions: number[] | null;
  basisPoints: number;
  passed: boolean;
  completedAt: Date;
}

const COLUMNS = `attempt_id AS "attemptId", user_id AS "userId", version, grading, answers, drawn_questions AS "drawnQuestions",
  basis_points AS "basisPoints", passed, completed_at AS "completedAt"`;

/** An index has the attempts of a quiz by user, so that a page reads those of its users alone. */
const read = (perUser: OnePerUser) =>
  sql(`
    SELECT DISTINCT ON (user_id) ${COLUMNS}
    FROM published_attempts AS attempt WHERE quiz_id = $1 AND user_id > $2 AND NOT ${isLeftOutOfStatistics('attempt.user_id')}
    ORDER BY user_id, ${ORDERS[perUser]} LIMIT $3`);

/** The same of the users with the tag $4: they are read in the order of their ids, until the page is full. */
const readOfTag = (perUser: OnePerUser) =>
  unpreparedSql(`
    SELECT attempt.* FROM (${usersWithTag('$4')} AND tagged.user_id > $2) AS member CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM published_attempts
      WHERE quiz_id = $1 AND user_id = member.user_id AND NOT ${isLeftOutOfStatistics('member.user_id')}
      ORDER BY ${ORDERS[perUser]} LIMIT 1
    ) AS attempt
    ORDER BY member.user_id LIMIT $3`);

const READ = { best: read('best'), first: read('first'), last: read('last') };
const READ_OF_TAG = { best: readOfTag('best'), first: readOfTag('first'), last: readOfTag('last') };

/** Reads how users answered the questions of a quiz, in the order of their ids. */
@Injectable()
export class GridReader {
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  /**
   * @param questions the columns
   * @param after the user before the first one; undefined at the beginning
   * @throws QuizNotFound if the quiz was deleted in the meantime
   */
  async read(
    quizId: string,
    questions: QuizContent,
    { attempts: perUser, tag }: GridFilter,
    after: string | undefined,
    limit: number,
    database: Reader = this.database,
  ): Promise<GridRow[]> {
    // Read before the gradings, so that these include the gradings of all attempts.
    const statement = (tag === undefined ? READ : READ_OF_TAG)[perUser];
    const values = [quizId, after ?? NIL, limit, ...(tag === undefined ? [] : [textKey(tag)])];
    const rows = await database.query<Row & object>(statement, values);
    const profiles = await this.queries.execute(new GetProfiles(rows.map(({ userId }) => userId)));
    const contents = new Map<number, QuizContent>();
    for (const { version } of rows) {
      if (!contents.has(version))
        contents.set(version, await this.queries.execute(new GetQuizContent(quizId, version)));
    }
    const gradings = await this.queries.execute(new GetGradingHistory(quizId, database));
    return rows.map(({ version, grading, answers, drawnQuestions, basisPoints, ...row }) => {
      const content = contents.get(version) ?? [];
      return {
        ...row,
        displayName: profiles.get(row.userId)?.displayName ?? '',
        percentage: basisPoints / 100,
        answers: outcomesOf(questions, content, gradings.of(version, content, grading), answers, drawnQuestions),
      };
    });
  }
}
