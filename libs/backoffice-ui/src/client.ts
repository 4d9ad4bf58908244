// The typed client of the backoffice's interface. It throws an ApiError for every failure.
import createClient from 'openapi-fetch';
import { ApiError, isNotFound } from './api-error';
import type { paths } from './api.gen';
import { fetchUntilKnown } from './fetch-until-known';

export const api = createClient<paths>({ baseUrl: '/admin/api', fetch: (request) => fetchUntilKnown(request) });

api.use({
  async onResponse({ response }) {
    if (!response.ok) throw await ApiError.of(response);
  },
});

/** The data of a response: `await dataOf(api.GET('/keys'))`. @throws ApiError */
export async function dataOf<Data>(request: Promise<{ data?: Data }>): Promise<Data> {
  return (await request).data as Data;
}

/** Waits for a deletion. It has succeeded too if somebody else has already deleted the thing. @throws ApiError */
export async function deletion(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
