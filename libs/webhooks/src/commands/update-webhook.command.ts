import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { sql, UnitOfWork } from '#libs/database';
import { Addresses } from '../delivery/addresses.js';
import { getWebhook, webhookSubject } from '../get-webhook.js';
import { toWebhook } from '../to-webhook.js';
import { EventTypes } from '../event-types.js';
import type { UpdateWebhookBody, Webhook } from '../webhook.dto.js';
import { WebhookEntity } from '../webhook.entity.js';

/** @throws WebhookNotFound, ValidationFailed */
export class UpdateWebhook extends Command<Webhook> {
  constructor(
    readonly id: string,
    readonly changes: UpdateWebhookBody,
    readonly actor: Actor,
  ) {
    super();
  }
}

/** Pending deliveries begin anew: what made them fail may be gone. */
const TRY_AT_ONCE = sql(`
  UPDATE webhook_deliveries SET due_at = now(), tries = 0
  WHERE webhook_id = $1 AND status = 'pending' AND due_at IS NOT NULL`);

@CommandHandler(UpdateWebhook)
export class UpdateWebhookHandler implements ICommandHandler<UpdateWebhook> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly addresses: Addresses,
    private readonly types: EventTypes,
  ) {}

  async execute({ id, changes, actor }: UpdateWebhook): Promise<Webhook> {
    if (changes.url !== undefined) this.addresses.assertValid(changes.url);
    this.types.assertDeclared(changes.events ?? []);
    const { enabled, ...fields } = changes;
    return this.unitOfWork.run(async (transaction) => {
      const { manager } = transaction;
      const before = await getWebhook(manager, id, true);
      const after = manager.create(WebhookEntity, { ...before, ...fields });
      if (enabled === true && before.disabledAt !== null) {
        Object.assign(after, { disabledAt: null, disabledReason: null, enabledAt: new Date() });
      }
      if (enabled === false) after.disabledAt ??= new Date();
      const details = differences(before, after);
      if (Object.keys(details).length === 0) return toWebhook(before);
      await manager.save(after);
      if (after.enabledAt !== before.enabledAt || after.url !== before.url) await transaction.query(TRY_AT_ONCE, [id]);
      await transaction.publish(new Audited(actor, 'webhook.changed', webhookSubject(after), details));
      return toWebhook(after);
    });
  }
}

/** For the audit log. Of the address only the host: the rest may contain a secret. */
function differences(before: WebhookEntity, after: WebhookEntity): Record<string, unknown> {
  const shown = ({ name, url, events, disabledAt }: WebhookEntity) => ({
    name,
    host: new URL(url).host,
    events: events.join(', '),
    enabled: disabledAt === null,
  });
  const [from, to] = [shown(before), shown(after)];
  const changed = (Object.keys(to) as (keyof typeof to)[]).filter((field) => from[field] !== to[field]);
  return {
    ...Object.fromEntries(changed.map((field) => [field, { from: from[field], to: to[field] }])),
    ...(before.url !== after.url && from.host === to.host && { path: 'changed' }),
  };
}
