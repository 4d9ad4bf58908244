import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audited, THE_SERVICE } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { webhookSubject } from '../find-webhook.js';
import { WebhookEntity } from '../webhook.entity.js';

/** Disables a webhook whose deliveries fail, unless it is disabled or deleted already. */
export class DisableWebhook extends Command<void> {
  constructor(
    readonly id: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(DisableWebhook)
export class DisableWebhookHandler implements ICommandHandler<DisableWebhook> {
  private readonly logger = new Logger(DisableWebhookHandler.name);

  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ id, reason }: DisableWebhook): Promise<void> {
    const disabled = await this.unitOfWork.run(async (transaction) => {
      const webhooks = transaction.manager.getRepository(WebhookEntity);
      const webhook = await webhooks.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      if (webhook?.disabledAt !== null) return undefined;
      await webhooks.update({ id }, { disabledAt: new Date(), disabledReason: reason });
      await transaction.publish(new Audited(THE_SERVICE, 'webhook.disabled', webhookSubject(webhook), { reason }));
      return webhook;
    });
    if (disabled !== undefined) this.logger.warn(`The webhook "${disabled.name}" is disabled: ${reason}`);
  }
}
