import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { EntityManager } from 'typeorm';
import { getWebhook } from '../get-webhook.js';
import { toWebhook } from '../to-webhook.js';
import type { Webhook } from '../webhook.dto.js';

/** @throws WebhookNotFound */
export class GetWebhook extends Query<Webhook> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(GetWebhook)
export class GetWebhookHandler implements IQueryHandler<GetWebhook> {
  constructor(private readonly manager: EntityManager) {}

  async execute({ id }: GetWebhook): Promise<Webhook> {
    return toWebhook(await getWebhook(this.manager, id));
  }
}
