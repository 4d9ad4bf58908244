import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '#libs/audit';
import { BackofficeEndpoint, CurrentReply, ApiTag } from '#libs/http';
import {
  CurrentReservation,
  IDEMPOTENCY_ERRORS,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  type IdempotencyReservation,
  sendOnce,
} from '#libs/idempotency';
import { CreateWebhook } from './commands/create-webhook.command.js';
import { DeleteWebhook } from './commands/delete-webhook.command.js';
import { RotateSecret } from './commands/rotate-secret.command.js';
import { ShowSecret } from './commands/show-secret.command.js';
import { SendTestEvent } from './commands/send-test-event.command.js';
import { UpdateWebhook } from './commands/update-webhook.command.js';
import { EventTypes } from './event-types.js';
import { GetWebhook } from './queries/get-webhook.query.js';
import { ListWebhooks } from './queries/list-webhooks.query.js';
import {
  UpdateWebhookBody,
  Webhook,
  WebhookBody,
  WebhookEventTypes,
  WebhookList,
  WebhookSecret,
} from './webhook.dto.js';
import { TooManyWebhooks, WebhookDisabled, WebhookNotFound } from './webhook.errors.js';

const ID = { id: 'Id of the webhook' };
const INVALID = 'url: 10.0.0.1 is not a public address, and WEBHOOK_NETWORKS does not contain it';

@ApiTag('Webhooks', 'Addresses that are called when something happens')
@Controller()
export class WebhooksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly types: EventTypes,
  ) {}

  @BackofficeEndpoint('GET /webhook-events', { summary: 'List the events for webhooks', returns: WebhookEventTypes })
  listWebhookEvents(): WebhookEventTypes {
    return { events: this.types.all.map(({ type, description }) => ({ type, description })) };
  }

  @BackofficeEndpoint('GET /webhooks', { summary: 'List webhooks', returns: WebhookList })
  listWebhooks(): Promise<WebhookList> {
    return this.queries.execute(new ListWebhooks());
  }

  @BackofficeEndpoint('POST /webhooks', {
    summary: 'Create a webhook',
    confirmed: true,
    requestHeaders: IDEMPOTENCY_KEY_HEADER,
    invalid: INVALID,
    returns: Webhook,
    status: 201,
    responseHeaders: IDEMPOTENCY_REPLAYED_HEADER,
    errors: [TooManyWebhooks, ...IDEMPOTENCY_ERRORS],
  })
  async createWebhook(
    @Body() webhook: WebhookBody,
    @CurrentActor() actor: Actor,
    @CurrentReservation() reservation: IdempotencyReservation | undefined,
    @CurrentReply() reply: FastifyReply,
  ): Promise<string> {
    return sendOnce(reply, await this.commands.execute(new CreateWebhook(webhook, actor, reservation)));
  }

  @BackofficeEndpoint('GET /webhooks/:id', {
    summary: 'Get a webhook',
    params: ID,
    returns: Webhook,
    errors: [WebhookNotFound],
  })
  getWebhook(@Param('id') id: string): Promise<Webhook> {
    return this.queries.execute(new GetWebhook(id));
  }

  @BackofficeEndpoint('PATCH /webhooks/:id', {
    summary: 'Change a webhook',
    confirmed: true,
    description:
      'Deliveries in flight still use the former address. A new address, or enabling, tries pending deliveries at once.',
    params: ID,
    invalid: INVALID,
    returns: Webhook,
    errors: [WebhookNotFound],
  })
  updateWebhook(
    @Param('id') id: string,
    @Body() changes: UpdateWebhookBody,
    @CurrentActor() actor: Actor,
  ): Promise<Webhook> {
    return this.commands.execute(new UpdateWebhook(id, changes, actor));
  }

  @BackofficeEndpoint('DELETE /webhooks/:id', {
    summary: 'Delete a webhook',
    description: 'Its pending deliveries are not sent any more; all are deleted in the background.',
    params: ID,
    status: 204,
    errors: [WebhookNotFound],
  })
  deleteWebhook(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<void> {
    return this.commands.execute(new DeleteWebhook(id, actor));
  }

  @BackofficeEndpoint('POST /webhooks/:id/secret/reading', {
    summary: 'Get the secret of a webhook',
    description: 'The audit log says who did.',
    confirmed: true,
    params: ID,
    returns: WebhookSecret,
    errors: [WebhookNotFound],
  })
  showWebhookSecret(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<WebhookSecret> {
    return this.commands.execute(new ShowSecret(id, actor));
  }

  @BackofficeEndpoint('POST /webhooks/:id/secret/rotation', {
    summary: 'Rotate the secret of a webhook',
    description: 'For 24 hours, deliveries are signed with the former secret too, with the last two of them at most.',
    confirmed: true,
    params: ID,
    returns: WebhookSecret,
    errors: [WebhookNotFound],
  })
  rotateWebhookSecret(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<WebhookSecret> {
    return this.commands.execute(new RotateSecret(id, actor));
  }

  @BackofficeEndpoint('POST /webhooks/:id/test', {
    summary: 'Send a test event to a webhook',
    params: ID,
    status: 204,
    errors: [WebhookNotFound, WebhookDisabled],
  })
  sendTestEvent(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<void> {
    return this.commands.execute(new SendTestEvent(id, actor));
  }
}
