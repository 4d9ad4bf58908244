import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { lockName, newId, UnitOfWork } from '#libs/database';
import { Idempotency, type IdempotencyReservation, type OnceReply } from '#libs/idempotency';
import { Addresses } from '../delivery/addresses.js';
import { webhookSubject } from '../get-webhook.js';
import { newSecret } from '../signature.js';
import { EventTypes } from '../event-types.js';
import type { WebhookBody } from '../webhook.dto.js';
import { WebhookEntity } from '../webhook.entity.js';
import { TooManyWebhooks } from '../webhook.errors.js';
import { toWebhook } from '../to-webhook.js';

/** Each webhook adds to the cost of each event. */
const MAX_WEBHOOKS = 50;

/** Webhooks are created one at a time, so that requests at several instances do not exceed the maximum together. */
const WEBHOOKS_LOCK = lockName('creation of webhooks');

/** Creates a webhook, once per Idempotency-Key. @throws ValidationFailed, TooManyWebhooks */
export class CreateWebhook extends Command<OnceReply> {
  constructor(
    readonly webhook: WebhookBody,
    readonly actor: Actor,
    readonly reservation: IdempotencyReservation | undefined,
  ) {
    super();
  }
}

@CommandHandler(CreateWebhook)
export class CreateWebhookHandler implements ICommandHandler<CreateWebhook> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly idempotency: Idempotency,
    private readonly addresses: Addresses,
    private readonly types: EventTypes,
  ) {}

  async execute({ webhook, actor, reservation }: CreateWebhook): Promise<OnceReply> {
    this.types.assertDeclared(webhook.events);
    this.addresses.assertValid(webhook.url);
    return this.unitOfWork.run((transaction) =>
      this.idempotency.once(transaction, reservation, async () => {
        await transaction.lock([WEBHOOKS_LOCK()]);
        const webhooks = transaction.manager.getRepository(WebhookEntity);
        if ((await webhooks.count()) >= MAX_WEBHOOKS) throw new TooManyWebhooks();
        const created = webhooks.create({
          ...webhook,
          id: newId(),
          secret: newSecret(),
          formerSecrets: [],
          disabledAt: null,
          disabledReason: null,
        });
        await webhooks.insert(created);
        const { events, url } = created;
        await transaction.publish(
          new Audited(actor, 'webhook.created', webhookSubject(created), { host: new URL(url).host, events }),
        );
        return { subject: created.id, headers: {}, body: JSON.stringify(toWebhook(created)) };
      }),
    );
  }
}
