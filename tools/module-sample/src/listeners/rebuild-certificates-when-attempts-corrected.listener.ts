import { Injectable } from '@nestjs/common';
import { AttemptsCorrected } from '#libs/attempts';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { REBUILD } from '../rebuild-certificates.js';

/** An attempt that no longer counts earns no certificate. */
@Injectable()
@ListensTo(AttemptsCorrected)
export class RebuildCertificatesWhenAttemptsCorrected implements TransactionListener<AttemptsCorrected> {
  async handle({ quizId, removed, added }: AttemptsCorrected, transaction: Transaction): Promise<void> {
    await transaction.query(REBUILD, [quizId, [...removed, ...added].map(({ userId }) => userId)]);
  }
}
