import { Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#libs/audit';
import { BackofficeEndpoint } from '#libs/http';
import { ResendDelivery } from './commands/resend-delivery.command.js';
import { DeliveriesQuery, DeliveryPart } from './delivery.dto.js';
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
