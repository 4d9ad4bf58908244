import type { OnModuleInit } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { sql, UnitOfWork } from '#libs/database';
import { DeferredDeletions } from '#libs/projections';
import { findWebhook, webhookSubject } from '../find-webhook.js';
import { WebhookEntity } from '../webhook.entity.js';

/** Deletes a webhook. Its deliveries are deleted in the background. @throws WebhookNotFound */
export class DeleteWebhook extends Command<void> {
  constructor(
    readonly id: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

/** Name of the deferred deletion of a webhook's deliveries. */
const DELIVERIES = 'webhook deliveries';

const STEP = 2_000;

const DELETE_DELIVERIES = sql(`
  DELETE FROM webhook_deliveries WHERE webhook_id = $1 AND event_id IN (
    SELECT event_id FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY event_id LIMIT ${STEP})
  RETURNING 1`);

@CommandHandler(DeleteWebhook)
export class DeleteWebhookHandler implements ICommandHandler<DeleteWebhook>, OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly deletions: DeferredDeletions,
  ) {}

  onModuleInit(): void {
    this.deletions.register(
      DELIVERIES,
      async (transaction, webhookId) => (await transaction.query(DELETE_DELIVERIES, [webhookId])).length === STEP,
    );
  }

  execute({ id, actor }: DeleteWebhook): Promise<void> {
    return this.unitOfWork.run(async (transaction) => {
      const webhook = await findWebhook(transaction.manager, id, true);
      await transaction.manager.delete(WebhookEntity, { id });
      await this.deletions.defer(transaction, DELIVERIES, id);
      await transaction.publish(new Audited(actor, 'webhook.deleted', webhookSubject(webhook)));
    });
  }
}
