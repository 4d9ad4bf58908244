import { Injectable } from '@nestjs/common';
import { UserCreated } from '#libs/auth';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import type { UserEventData } from '../event-data.dto.js';
import { WebhookEvent } from '../events/webhook-event.event.js';

@Injectable()
@ListensTo(UserCreated)
export class SendWhenUserCreated implements TransactionListener<UserCreated> {
  async handle({ user }: UserCreated, transaction: Transaction): Promise<void> {
    const { id, displayName, image, role } = user;
    const data: UserEventData = { id, displayName, image, role, suspended: false };
    await transaction.publish(new WebhookEvent('user.created', [{ subject: id, data }]));
  }
}
