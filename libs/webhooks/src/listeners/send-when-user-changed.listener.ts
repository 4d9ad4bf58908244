import { Injectable } from '@nestjs/common';
import { UserChanged } from '#libs/auth';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import type { UserEventData } from '../event-data.dto.js';
import { WebhookEvent } from '../events/webhook-event.event.js';

@Injectable()
@ListensTo(UserChanged)
export class SendWhenUserChanged implements TransactionListener<UserChanged> {
  async handle({ userId, role, suspended, profile }: UserChanged, transaction: Transaction): Promise<void> {
    const data: UserEventData = { id: userId, ...profile, role, suspended };
    await transaction.publish(new WebhookEvent('user.changed', [{ subject: userId, data }]));
  }
}
