import { Injectable } from '@nestjs/common';
import { ListensTo, sql, type Transaction, type TransactionListener } from '#libs/database';
import { QuizUpdated } from '#libs/quizzes';
import { endOf, GRANTED_SECONDS } from '../starts/open-start.js';

const END = endOf('$2', GRANTED_SECONDS);

const MOVE_ENDS = sql(`
  UPDATE starts SET ends_at = ${END}
  WHERE quiz_id = $1 AND NOT is_ended AND coalesce(ends_at > now(), true) AND ends_at IS DISTINCT FROM ${END}`);

/** Open starts end when their quiz closes, also if that is changed. */
@Injectable()
@ListensTo(QuizUpdated)
export class MoveEndsWhenQuizUpdated implements TransactionListener<QuizUpdated> {
  async handle({ quiz }: QuizUpdated, transaction: Transaction): Promise<void> {
    await transaction.query(MOVE_ENDS, [quiz.id, quiz.closesAt]);
  }
}
