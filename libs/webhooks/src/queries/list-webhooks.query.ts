import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { toWebhook } from '../to-webhook.js';
import type { WebhookList } from '../webhook.dto.js';
import { WebhookEntity } from '../webhook.entity.js';

/** All webhooks, by name. */
export class ListWebhooks extends Query<WebhookList> {}

@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(@InjectRepository(WebhookEntity) private readonly webhooks: Repository<WebhookEntity>) {}

  async execute(): Promise<WebhookList> {
    const webhooks = await this.webhooks.find({ order: { name: 'ASC', id: 'ASC' } });
    return { webhooks: webhooks.map(toWebhook) };
  }
}
