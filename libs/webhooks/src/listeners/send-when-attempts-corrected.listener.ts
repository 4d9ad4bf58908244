import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AttemptsCorrected, type CorrectedAttempt } from '#libs/attempts';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { attemptOccurrences } from '../attempt-data.js';
import { WebhookEvent } from '../events/webhook-event.event.js';

@Injectable()
@ListensTo(AttemptsCorrected)
export class SendWhenAttemptsCorrected implements TransactionListener<AttemptsCorrected> {
  constructor(private readonly queries: QueryBus) {}

  async handle({ removed, added }: AttemptsCorrected, transaction: Transaction): Promise<void> {
    const [before, after] = [removed, added].map((attempts) => new Set(attempts.map(({ attemptId }) => attemptId)));
    const regraded = added.filter(({ attemptId }) => before?.has(attemptId));
    const restored = added.filter(({ attemptId }) => !before?.has(attemptId));
    // Those that are not voided were deleted.
    const voided = removed.filter(({ attemptId, voidedAt }) => !after?.has(attemptId) && voidedAt !== null);
    const publish = async (type: WebhookEvent['type'], attempts: CorrectedAttempt[]) =>
      transaction.publish(new WebhookEvent(type, await attemptOccurrences(attempts, transaction, this.queries)));
    await Promise.all([
      publish('attempt.regraded', regraded),
      publish('attempt.voided', voided),
      publish('attempt.restored', restored),
    ]);
  }
}
