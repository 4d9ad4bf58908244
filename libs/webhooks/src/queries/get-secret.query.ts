import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { EntityManager } from 'typeorm';
import { findWebhook } from '../find-webhook.js';
import type { WebhookSecret } from '../webhook.dto.js';

/** @throws WebhookNotFound */
export class GetSecret extends Query<WebhookSecret> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(GetSecret)
export class GetSecretHandler implements IQueryHandler<GetSecret> {
  constructor(private readonly manager: EntityManager) {}

  async execute({ id }: GetSecret): Promise<WebhookSecret> {
    const { secret, previousSecretUntil: end } = await findWebhook(this.manager, id);
    return { secret, previousUntil: end !== null && end > new Date() ? end : null };
  }
}
