// Regrades as they are stored and shown.
import type { QueryBus } from '@nestjs/cqrs';
import { type Reader, sql } from '#libs/database';
import { GetProfiles } from '#libs/profiles';
import { GetQuizContent, type QuizContent, QuizNotFound } from '#libs/quizzes';
import { RegradeInProgress } from '../attempt.errors.js';
import type { Regrade } from '../regrades.dto.js';
import type { QuestionRegrade } from './gradings.js';

export interface RegradeRow extends QuestionRegrade {
  quizId: string;
  id: string;
  reason: string;
  createdBy: string;
  createdAt: Date;
  undoneAt: Date | null;
  isPending: boolean;
  handled: number;
  changed: number;
}

export const REGRADE_COLUMNS = `quiz_id AS "quizId", id, version, question, kind, answers, reason, created_by AS "createdBy",
  created_at AS "createdAt", undone_at AS "undoneAt", pending AS "isPending", handled, changed`;

/** The regrade $2 of the quiz $1. */
export const FIND_REGRADE = sql(`SELECT ${REGRADE_COLUMNS} FROM regrades WHERE quiz_id = $1 AND id = $2`);

const OTHER_PENDING = sql('SELECT 1 FROM regrades WHERE quiz_id = $1 AND pending AND id IS DISTINCT FROM $2 LIMIT 1');

/** @throws RegradeInProgress if a regrade of the quiz, other than the named one, has not been applied to all attempts */
export async function assertNoneInProgress(reader: Reader, quizId: string, except?: string): Promise<void> {
  if ((await reader.query(OTHER_PENDING, [quizId, except])).length > 0) throw new RegradeInProgress();
}

/** The texts of what a regrade says about a question. */
export function textsOf(content: QuizContent, { question: at, answers }: QuestionRegrade) {
  const question = content[at];
  if (question === undefined) throw new Error('A regrade names a position that its version does not have');
  const counted = answers.flatMap((position) => question.answers[position] ?? []);
  return { question, answers: counted.map(({ id, text }) => ({ answerId: id, text })) };
}

/** Regrades of one quiz with names and texts. @throws QuizNotFound if it was deleted in the meantime */
export async function toRegrades(queries: QueryBus, rows: readonly RegradeRow[]): Promise<Regrade[]> {
  const profiles = await queries.execute(new GetProfiles([...new Set(rows.map(({ createdBy }) => createdBy))]));
  return Promise.all(
    rows.map(async (row) => {
      const { quizId, undoneAt, ...rest } = row;
      const content = await queries.execute(new GetQuizContent(quizId, row.version));
      if (content === undefined) throw new QuizNotFound();
      const { question, answers } = textsOf(content, row);
      return {
        ...rest,
        questionId: question.id,
        question: question.text,
        answers,
        createdByName: profiles.get(row.createdBy)?.displayName ?? '',
        ...(undoneAt !== null && { undoneAt }),
      };
    }),
  );
}
