import type { QueryBus } from '@nestjs/cqrs';
import { erasedMark, GetProfiles } from '#libs/profiles';
import { type ContentQuestion, GetQuizContent } from '#libs/quizzes';
import type { Regrade } from '../regrades.dto.js';
import type { RegradeEntity } from './regrade.entity.js';

/** The question that a regrade was requested for. @throws QuizNotFound if the quiz was deleted in the meantime */
export async function questionOf(queries: QueryBus, { quizId, version, question }: RegradeEntity) {
  const content = await queries.execute(new GetQuizContent(quizId, version));
  return content[question] as ContentQuestion;
}

/** Regrades of one quiz as the backoffice shows them. @throws QuizNotFound if the quiz was deleted in the meantime */
export async function showRegrades(queries: QueryBus, regrades: readonly RegradeEntity[]): Promise<Regrade[]> {
  const profiles = await queries.execute(new GetProfiles([...new Set(regrades.map(({ createdBy }) => createdBy))]));
  return Promise.all(
    regrades.map(async (regrade) => {
      const { id, version, kind, reason, createdBy, createdAt, undoneAt, handled, changed } = regrade;
      const question = await questionOf(queries, regrade);
      const answers = regrade.answers.flatMap((position) => question.answers[position] ?? []);
      return {
        ...{ id, version, kind, reason, createdBy, createdAt, handled, changed },
        questionId: question.id,
        question: question.text,
        answers: answers.map((answer) => ({ answerId: answer.id, text: answer.text })),
        createdByName: profiles.get(createdBy)?.displayName ?? '',
        ...erasedMark(profiles.get(createdBy)),
        isPending: regrade.pending,
        ...(undoneAt !== null && { undoneAt }),
      };
    }),
  );
}
