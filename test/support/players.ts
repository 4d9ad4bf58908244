// Applications and their players.
import createClient from 'openapi-fetch';
import type { paths } from '#libs/client';
import { type Api, createPlayer, type Player } from './factories.js';
import type { Service } from './service.js';

/** A client with the key of an application that acts for one of its players. */
export function apiFor(url: string, key: string, externalId: string): Api {
  const headers = { 'x-api-key': key, 'x-player': encodeURIComponent(externalId) };
  return createClient<paths>({ baseUrl: `${url}/api`, headers });
}

/** Registers a player of an application. @returns the player, as whom its client acts */
export async function registerPlayer(
  { url }: Pick<Service, 'url'>,
  { api, key, keyId }: Pick<Player, 'api' | 'key' | 'keyId'>,
  externalId: string,
  displayName = [...`Player ${externalId}`].slice(0, 100).join(''),
): Promise<Player> {
  const { data, error } = await api.PUT('/players/{externalId}', {
    params: { path: { externalId } },
    body: { displayName },
  });
  if (data === undefined) throw new Error(`The player was rejected: ${JSON.stringify(error)}`);
  return { userId: data.id, displayName, keyId, key, api: apiFor(url, key, externalId) };
}

/** An application with a key. */
export const createApplication = (service: Pick<Service, 'backoffice' | 'url'>): Promise<Player> =>
  createPlayer(service, 'application');
