import { Injectable } from '@nestjs/common';
import { UsersChanged } from '#libs/auth';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import type { UserEventData } from '../event-data.dto.js';
import { WebhookEvent } from '../events/webhook-event.event.js';

@Injectable()
@ListensTo(UsersChanged)
export class SendWhenUsersChanged implements TransactionListener<UsersChanged> {
  async handle({ users }: UsersChanged, transaction: Transaction): Promise<void> {
    const occurrences = users.map(({ id, displayName, image, role, suspended }) => {
      const data: UserEventData = { id, displayName, image, role, suspended };
      return { subject: id, data };
    });
    await transaction.publish(new WebhookEvent('user.changed', occurrences));
  }
}
