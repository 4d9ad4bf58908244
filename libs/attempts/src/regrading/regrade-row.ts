// Regrades as they are stored and shown.
import type { QueryBus } from '@nestjs/cqrs';
import { type Reader, sql } from '#libs/database';
import { GetProfiles } from '#libs/profiles';
import { GetQuizContent, QuizNotFound } from '#libs/quizzes';
import { RegradeInProgress } from '../attempt.errors.js';
import type { Regrade } from '../regrades.dto.js';
import type { RegradeRule } from './gradings.js';

export interface RegradeRow extends RegradeRule {
  quizId: string;
  id: string;
  version: number;
  /** Position of the question in the version. */
  question: number;
  /** The questions that it applies to. */
  questionIds: string[];
  reason: string;
  createdBy: string;
  createdAt: Date;
  undoneAt: Date | null;
  isPending: boolean;
  handled: number;
  changed: number;
}

export const REGRADE_COLUMNS = `quiz_id AS "quizId", id, version, question, question_ids AS "questionIds", kind, answers, reason,
  created_by AS "createdBy", created_at AS "createdAt", undone_at AS "undoneAt", pending AS "isPending", handled, changed`;

/** The regrade $2 of the quiz $1. */
export const FIND_REGRADE = sql(`SELECT ${REGRADE_COLUMNS} FROM regrades WHERE quiz_id = $1 AND id = $2`);

const OTHER_PENDING = sql('SELECT 1 FROM regrades WHERE quiz_id = $1 AND pending AND id IS DISTINCT FROM $2 LIMIT 1');

/** @throws RegradeInProgress if a regrade of the quiz, other than the named one, has not been applied to all attempts */
export async function assertNoneInProgress(reader: Reader, quizId: string, except?: string): Promise<void> {
  if ((await reader.query(OTHER_PENDING, [quizId, except])).length > 0) throw new RegradeInProgress();
}

/** The question that a regrade was requested for. @throws QuizNotFound if the quiz was deleted in the meantime */
export async function questionOf(queries: QueryBus, { quizId, version, question }: RegradeRow) {
  const content = await queries.execute(new GetQuizContent(quizId, version));
  const found = content?.[question];
  if (found === undefined) throw new QuizNotFound();
  return found;
}

/** Regrades of one quiz with names and texts. @throws QuizNotFound if it was deleted in the meantime */
export async function toRegrades(queries: QueryBus, rows: readonly RegradeRow[]): Promise<Regrade[]> {
  const profiles = await queries.execute(new GetProfiles([...new Set(rows.map(({ createdBy }) => createdBy))]));
  return Promise.all(
    rows.map(async (row) => {
      const { quizId: _, questionIds: __, undoneAt, ...rest } = row;
      const question = await questionOf(queries, row);
      const answers = row.answers.flatMap((position) => question.answers[position] ?? []);
      return {
        ...rest,
        questionId: question.id,
        question: question.text,
        answers: answers.map(({ id, text }) => ({ answerId: id, text })),
        createdByName: profiles.get(row.createdBy)?.displayName ?? '',
        ...(undoneAt !== null && { undoneAt }),
      };
    }),
  );
}
