import { Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#libs/audit';
import { BackofficeEndpoint } from '#libs/http';
import { ResendDelivery } from './commands/resend-delivery.command.js';
import { SendPending } from './commands/send-pending.command.js';
import { DeliveriesQuery, DeliveryPart, SentDeliveries } from './delivery.dto.js';
import { BrowseDeliveries } from './queries/browse-deliveries.query.js';
import { DeliveryNotFound, WebhookDisabled, WebhookNotFound } from './webhook.errors.js';

@ApiTags('Webhooks')
@Controller()
export class DeliveriesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @BackofficeEndpoint('GET /webhooks/:id/deliveries', {
    summary: 'Look through the deliveries of a webhook',
    description: 'Newest first; those of equal times by their ids, descending. Deliveries are stored for seven days.',
    params: { id: 'Id of the webhook' },
    returns: DeliveryPart,
    errors: [WebhookNotFound],
  })
  browseDeliveries(@Param('id') id: string, @Query() query: DeliveriesQuery): Promise<DeliveryPart> {
    return this.queries.execute(new BrowseDeliveries(id, query));
  }

  @BackofficeEndpoint('POST /webhooks/:id/deliveries/send-pending', {
    summary: 'Send all pending deliveries of a webhook now',
    description: 'Those that wait longer than 30 seconds for their next try. Each is followed by those of its subject.',
    params: { id: 'Id of the webhook' },
    status: 200,
    returns: SentDeliveries,
    errors: [WebhookNotFound, WebhookDisabled],
  })
  async sendPending(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<SentDeliveries> {
    return { deliveries: await this.commands.execute(new SendPending(id, actor)) };
  }

  @BackofficeEndpoint('POST /webhooks/:id/deliveries/:eventId/resend', {
    summary: 'Send a delivery again',
    description: 'With the same `webhook-id`. A pending delivery is sent at once.',
    params: { id: 'Id of the webhook', eventId: 'Id of the event' },
    status: 204,
    errors: [WebhookNotFound, DeliveryNotFound, WebhookDisabled],
  })
  resendDelivery(
    @Param('id') id: string,
    @Param('eventId') eventId: string,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.commands.execute(new ResendDelivery(id, eventId, actor));
  }
}
