import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { NIL } from 'uuid';
import { type AnswerPosition, GetGradingHistory } from '#libs/attempts';
import { Database, sql } from '#libs/database';
import { GetProfiles, isSuspended } from '#libs/profiles';
import { GetQuizContent, type QuizContent } from '#libs/quizzes';
import { type OnePerUser, outcomesOf } from './answer-grid.js';
import type { GridRow } from './answer-grid.dto.js';
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

/** An index has the attempts of a quiz by user, so that a page reads those of its users alone. */
const read = (perUser: OnePerUser) =>
  sql(`
    SELECT DISTINCT ON (user_id) attempt_id AS "attemptId", user_id AS "userId", version, grading, answers, drawn_questions AS "drawnQuestions",
      basis_points AS "basisPoints", passed, completed_at AS "completedAt"
    FROM published_attempts AS attempt WHERE quiz_id = $1 AND user_id > $2 AND NOT ${isSuspended('attempt.user_id')}
    ORDER BY user_id, ${ORDERS[perUser]} LIMIT $3`);

const READ = { best: read('best'), first: read('first'), last: read('last') };

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
    perUser: OnePerUser,
    after: string | undefined,
    limit: number,
    database: Pick<Database, 'query'> = this.database,
  ): Promise<GridRow[]> {
    // Read before the gradings, so that these include the gradings of all attempts.
    const rows = await database.query<Row & object>(READ[perUser], [quizId, after ?? NIL, limit]);
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
