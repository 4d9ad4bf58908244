import { Injectable } from '@nestjs/common';
import { AttemptsRecorded } from '#libs/attempts';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { awardFor, CERTIFICATES_OF_USER } from '../award.js';

const AWARD = awardFor(`
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[]) AS event (quiz_id, user_id, attempt_id, completed_at)`);

const passedOf = ({ attempts }: AttemptsRecorded) => attempts.filter(({ passed }) => passed);

/** Awards certificates in the transaction that records the attempts. */
@Injectable()
@ListensTo(AttemptsRecorded)
export class AwardCertificatesWhenAttemptsRecorded implements TransactionListener<AttemptsRecorded> {
  /** Two transactions that both read the highest number of a user would give the next one twice. */
  readonly locks = (event: AttemptsRecorded) => passedOf(event).map(({ userId }) => CERTIFICATES_OF_USER(userId));

  async handle(event: AttemptsRecorded, transaction: Transaction): Promise<void> {
    const passed = passedOf(event);
    if (passed.length === 0) return;
    await transaction.query(AWARD, [
      passed.map(({ quizId }) => quizId),
      passed.map(({ userId }) => userId),
      passed.map(({ attemptId }) => attemptId),
      passed.map(({ completedAt }) => completedAt),
    ]);
  }
}
