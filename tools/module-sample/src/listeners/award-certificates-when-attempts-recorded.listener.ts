import { Injectable } from '@nestjs/common';
import { AttemptsRecorded } from '#libs/attempts';
import { ListensTo, sql, type Transaction, type TransactionListener } from '#libs/database';

const AWARD = sql(`
  INSERT INTO certificates (quiz_id, user_id, attempt_id, earned_at)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[])
  ON CONFLICT (quiz_id, user_id) DO NOTHING`);

/** Awards certificates in the transaction that records the attempts. */
@Injectable()
@ListensTo(AttemptsRecorded)
export class AwardCertificatesWhenAttemptsRecorded implements TransactionListener<AttemptsRecorded> {
  async handle({ attempts }: AttemptsRecorded, transaction: Transaction): Promise<void> {
    const passed = attempts.filter((attempt) => attempt.passed);
    if (passed.length === 0) return;
    await transaction.query(AWARD, [
      passed.map(({ quizId }) => quizId),
      passed.map(({ userId }) => userId),
      passed.map(({ attemptId }) => attemptId),
      passed.map(({ completedAt }) => completedAt),
    ]);
  }
}
