import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AttemptsRecorded } from '#libs/attempts';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { attemptOccurrences } from '../attempt-data.js';
import { WebhookEvent } from '../events/webhook-event.event.js';

@Injectable()
@ListensTo(AttemptsRecorded)
export class SendWhenAttemptsRecorded implements TransactionListener<AttemptsRecorded> {
  constructor(private readonly queries: QueryBus) {}

  async handle({ attempts }: AttemptsRecorded, transaction: Transaction): Promise<void> {
    const occurrences = await attemptOccurrences(attempts, transaction, this.queries);
    const dated = occurrences.map((occurrence) => ({ ...occurrence, at: occurrence.data.completedAt }));
    await transaction.publish(new WebhookEvent('attempt.recorded', dated));
  }
}
