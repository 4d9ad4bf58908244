// Queries of API keys.
import { queryOptions } from '@tanstack/react-query';
import type { components, operations } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf, deletion } from '#libs/backoffice-ui/client.ts';
import { pollWhileFound } from '#libs/backoffice-ui/poll-while-found.ts';

export type ApiKey = components['schemas']['ApiKey'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];

/** Identifies the mutations that create a key, so that their dialog stays open while they run. */
export const CREATE_KEY = ['create key'];

type KeysQuery = NonNullable<operations['ApiKeysController_listApiKeys']['parameters']['query']>;

export const keysOptions = (query: KeysQuery) =>
  queryOptions({
    queryKey: ['keys', 'list', query],
    queryFn: () => dataOf(api.GET('/keys', { params: { query } })),
    // An open page should know whether a key is in use before somebody deletes it.
    refetchInterval: 60_000,
  });

/** The current state of a key. A use is recorded some seconds later, so it refetches while it is shown. */
export const keyOptions = (id: string) =>
  queryOptions({
    queryKey: ['keys', 'one', id],
    queryFn: () => dataOf(api.GET('/keys/{id}', { params: { path: { id } } })),
    refetchInterval: pollWhileFound(5_000),
    // No result of an earlier request.
    gcTime: 0,
  });

export const updateKey = (id: string, body: components['schemas']['UpdateApiKeyBody']) =>
  dataOf(api.PATCH('/keys/{id}', { params: { path: { id } }, body }));

export const deleteKey = (id: string) => deletion(api.DELETE('/keys/{id}', { params: { path: { id } } }));
