import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { getWebhook, webhookSubject } from '../get-webhook.js';
import { newSecret, stillSigning } from '../signature.js';
import type { WebhookSecret } from '../webhook.dto.js';
import { WebhookEntity } from '../webhook.entity.js';

/** How long a former secret signs too. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Makes a new secret. For a day, deliveries are signed with the last two former ones too. @throws WebhookNotFound */
export class RotateSecret extends Command<WebhookSecret> {
  constructor(
    readonly id: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(RotateSecret)
export class RotateSecretHandler implements ICommandHandler<RotateSecret> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  execute({ id, actor }: RotateSecret): Promise<WebhookSecret> {
    return this.unitOfWork.run(async (transaction) => {
      const webhook = await getWebhook(transaction.manager, id, true);
      const formerUntil = new Date(Date.now() + OVERLAP_MS);
      const formerSecrets = stillSigning([
        { secret: webhook.secret, until: formerUntil.toISOString() },
        ...webhook.formerSecrets,
      ]);
      const secret = newSecret();
      await transaction.manager.update(WebhookEntity, { id }, { secret, formerSecrets });
      await transaction.publish(new Audited(actor, 'webhook.secret_rotated', webhookSubject(webhook)));
      return { secret, formerUntil };
    });
  }
}
