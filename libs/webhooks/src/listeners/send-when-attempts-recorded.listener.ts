import { Injectable } from '@nestjs/common';
import { AttemptsRecorded } from '#libs/attempts';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { attemptOccurrence } from '../attempt-data.js';
import { WebhookEvent } from '../events/webhook-event.event.js';

@Injectable()
@ListensTo(AttemptsRecorded)
export class SendWhenAttemptsRecorded implements TransactionListener<AttemptsRecorded> {
  async handle({ attempts }: AttemptsRecorded, transaction: Transaction): Promise<void> {
    const occurrences = attempts.map((attempt) => ({ ...attemptOccurrence(attempt), at: attempt.completedAt }));
    await transaction.publish(new WebhookEvent('attempt.recorded', occurrences));
  }
}
