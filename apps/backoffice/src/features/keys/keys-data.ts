// What the pages ask the service about API keys.
import { queryOptions } from '@tanstack/react-query';
import type { components, operations } from '../../api/api.gen';
import { api, dataOf } from '../../api/client';

export type ApiKey = components['schemas']['ApiKey'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];

type KeysQuery = NonNullable<operations['ApiKeysController_listApiKeys']['parameters']['query']>;

export const keysOptions = (query: KeysQuery) =>
  queryOptions({
    queryKey: ['keys', query],
    queryFn: () => dataOf(api.GET('/keys', { params: { query } })),
    // A page that stays open still knows what is in use, before somebody deletes it.
    refetchInterval: 60_000,
  });
