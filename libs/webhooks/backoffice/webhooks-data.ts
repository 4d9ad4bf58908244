// Queries and changes of webhooks.
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#libs/backoffice-ui/api-error.ts';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';

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

export async function deleteWebhook(id: string): Promise<void> {
  try {
    await api.DELETE('/webhooks/{id}', { params: { path: { id } } });
  } catch (error) {
    // Somebody else has already deleted it.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
