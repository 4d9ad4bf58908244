import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Database } from '#libs/database';
import type { Principal } from '#libs/http';
import { FindQuizStates } from '#libs/quizzes';
import type { AttemptAnswer, AttemptAnswerForPlayers } from './attempts.dto.js';
import { findUsedUp, keyOf } from './attempt-counts.js';

interface Answered {
  readonly quizId: string;
  readonly userId: string;
  readonly answers?: AttemptAnswer[];
}

type Hidden<Item extends Answered> = Omit<Item, 'answers'> & { answers?: AttemptAnswerForPlayers[] };

/** Leaves out of attempts which answers are correct where their quiz does not tell it. */
@Injectable()
export class AnswerHider {
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  /** Attempts as they are shown to a reader. Administrators see everything. */
  async hideFrom<Item extends Answered>(
    reader: Pick<Principal, 'admin'>,
    items: readonly Item[],
  ): Promise<Hidden<Item>[]> {
    const answered = items.filter(({ answers }) => answers !== undefined);
    if (reader.admin || answered.length === 0) return [...items];
    const quizIds = [...new Set(answered.map(({ quizId }) => quizId))];
    const quizzes = await this.queries.execute(new FindQuizStates(quizIds));
    const limits = answered.flatMap(({ quizId, userId }) => {
      const quiz = quizzes.get(quizId);
      return quiz?.revealAnswers === 'afterLastAttempt' ? { ...quiz, quizId, userId } : [];
    });
    const usedUp = await findUsedUp(this.database, limits);
    const isRevealed = (item: Item): boolean => {
      const reveal = quizzes.get(item.quizId)?.revealAnswers;
      return reveal === 'always' || (reveal === 'afterLastAttempt' && usedUp.has(keyOf(item)));
    };
    return items.map((item) => {
      const { answers } = item;
      return answers === undefined || isRevealed(item) ? item : { ...item, answers: hideCorrect(answers) };
    });
  }
}

/** Answers without which of them are correct. */
export function hideCorrect(answers: readonly AttemptAnswer[]): AttemptAnswerForPlayers[] {
  return answers.map(({ questionId, answerId }) => ({ questionId, answerId }));
}
