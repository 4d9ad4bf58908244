import { Injectable } from '@nestjs/common';
import { AttemptsCorrected } from '#libs/attempts';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { attemptOccurrence } from '../attempt-data.js';
import { WebhookEvent } from '../events/webhook-event.event.js';

@Injectable()
@ListensTo(AttemptsCorrected)
export class SendWhenAttemptsCorrected implements TransactionListener<AttemptsCorrected> {
  async handle({ removed, added }: AttemptsCorrected, transaction: Transaction): Promise<void> {
    const [before, after] = [removed, added].map((attempts) => new Set(attempts.map(({ attemptId }) => attemptId)));
    const regraded = added.filter(({ attemptId }) => before?.has(attemptId));
    const restored = added.filter(({ attemptId }) => !before?.has(attemptId));
    const voided = removed.filter(({ attemptId }) => !after?.has(attemptId));
    await Promise.all([
      transaction.publish(new WebhookEvent('attempt.regraded', regraded.map(attemptOccurrence))),
      transaction.publish(new WebhookEvent('attempt.voided', voided.map(attemptOccurrence))),
      transaction.publish(new WebhookEvent('attempt.restored', restored.map(attemptOccurrence))),
    ]);
  }
}
