// What the pages ask the service about API keys.
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#libs/backoffice-ui/api-error.ts';
import type { components, operations } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';

export type ApiKey = components['schemas']['ApiKey'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];

type KeysQuery = NonNullable<operations['ApiKeysController_listApiKeys']['parameters']['query']>;

export const keysOptions = (query: KeysQuery) =>
  queryOptions({
    queryKey: ['keys', 'list', query],
    queryFn: () => dataOf(api.GET('/keys', { params: { query } })),
    // A page that stays open still knows what is in use, before somebody deletes it.
    refetchInterval: 60_000,
  });

/** A key as it is now. Its use becomes known some seconds later, so that it is asked for again while it is shown. */
export const keyOptions = (id: string) =>
  queryOptions({
    queryKey: ['keys', 'one', id],
    queryFn: () => dataOf(api.GET('/keys/{id}', { params: { path: { id } } })),
    refetchInterval: 5_000,
    // Nothing from an earlier look.
    gcTime: 0,
  });

export async function deleteKey(id: string): Promise<void> {
  try {
    await api.DELETE('/keys/{id}', { params: { path: { id } } });
  } catch (error) {
    // Somebody else was faster: it is as gone as it was to be.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
