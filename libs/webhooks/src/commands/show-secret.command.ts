import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { getWebhook, webhookSubject } from '../get-webhook.js';
import { stillSigning } from '../signature.js';
import type { WebhookSecret } from '../webhook.dto.js';

/** Reads the secret of a webhook. The audit log says who did. @throws WebhookNotFound */
export class ShowSecret extends Command<WebhookSecret> {
  constructor(
    readonly id: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(ShowSecret)
export class ShowSecretHandler implements ICommandHandler<ShowSecret> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  execute({ id, actor }: ShowSecret): Promise<WebhookSecret> {
    return this.unitOfWork.run(async (transaction) => {
      const webhook = await getWebhook(transaction.manager, id);
      await transaction.publish(new Audited(actor, 'webhook.secret_shown', webhookSubject(webhook)));
      const [former] = stillSigning(webhook.formerSecrets);
      return { secret: webhook.secret, formerUntil: former === undefined ? null : new Date(former.until) };
    });
  }
}
