// Queries and changes of webhooks.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf, deletion } from '#libs/backoffice-ui/client.ts';

export type Webhook = components['schemas']['Webhook'];
export type Delivery = components['schemas']['Delivery'];
export type WebhookFields = components['schemas']['WebhookBody'];

export const webhooksOptions = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: () => dataOf(api.GET('/webhooks')),
});

export const webhookOptions = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: () => dataOf(api.GET('/webhooks/{id}', { params: { path: { id } } })),
  });

export const eventsOptions = queryOptions({
  queryKey: ['webhooks', 'events'],
  queryFn: () => dataOf(api.GET('/webhook-events')),
});

export const createWebhook = (body: WebhookFields) => dataOf(api.POST('/webhooks', { body }));

export const updateWebhook = (id: string, body: components['schemas']['UpdateWebhookBody']) =>
  dataOf(api.PATCH('/webhooks/{id}', { params: { path: { id } }, body }));

export const deleteWebhook = (id: string) => deletion(api.DELETE('/webhooks/{id}', { params: { path: { id } } }));
