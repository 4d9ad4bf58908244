import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audited, THE_SERVICE } from '#libs/audit';
import type { Transaction } from '#libs/database';
import { webhookSubject } from '../get-webhook.js';
import { WebhookEntity } from '../webhook.entity.js';

/** Disables a webhook whose deliveries fail, unless it is disabled or deleted already, or has another address. */
export class DisableWebhook extends Command<void> {
  constructor(
    readonly id: string,
    readonly reason: string,
    /** The address to which deliveries failed. */
    readonly url: string,
    readonly transaction: Transaction,
  ) {
    super();
  }
}

@CommandHandler(DisableWebhook)
export class DisableWebhookHandler implements ICommandHandler<DisableWebhook> {
  private readonly logger = new Logger(DisableWebhookHandler.name);

  async execute({ id, reason, url, transaction }: DisableWebhook): Promise<void> {
    const webhooks = transaction.manager.getRepository(WebhookEntity);
    const webhook = await webhooks.findOne({ where: { id, url }, lock: { mode: 'pessimistic_write' } });
    if (webhook?.disabledAt !== null) return;
    await webhooks.update({ id }, { disabledAt: new Date(), disabledReason: reason });
    await transaction.publish(new Audited(THE_SERVICE, 'webhook.disabled', webhookSubject(webhook), { reason }));
    this.logger.warn(`The webhook "${webhook.name}" is disabled: ${reason}`);
  }
}
