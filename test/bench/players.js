// An application: it registers players, and acts for them with its key and the header `X-Player`.
import { withDatabase } from './fixture.js';
import { load, pick, quantile } from './load.js';

const CREATE = `
  WITH application AS (
    INSERT INTO users (id, email, display_name, role) VALUES (gen_random_uuid(), $1 || '@example.com', $1, 'application')
    RETURNING id
  )
  INSERT INTO api_keys (id, name, hash, shown, user_id, created_by) SELECT id, 'Key', $2, 'qk_', id, id FROM application`;

/** Players per request. */
const BATCH = 1_000;

let applications = 0;

/** @returns the key of a new application */
async function createApplication({ databaseUrl, newKeys, hashApiKey }) {
  const [key] = newKeys(1);
  const name = `application-${++applications}`;
  await withDatabase(databaseUrl, (client) => client.query(CREATE, [name, hashApiKey(key)]));
  return key;
}

const playersFrom = (first, count) =>
  Array.from({ length: count }, (_, index) => ({
    externalId: `player-${first + index}`,
    displayName: `Player ${first + index}`,
  }));

/**
 * The service under a load that acts for as many players as the other side has users with keys.
 * @param requestOf makes a request with a key
 */
export const forPlayers = (requestOf) => async (context) => {
  const { service, world } = context;
  const key = await createApplication(context);
  const players = playersFrom(0, world.keys.length);
  for (let at = 0; at < players.length; at += BATCH) await register(service.url, key, players.slice(at, at + BATCH));
  const next = () => {
    const request = requestOf(world, key);
    return { ...request, headers: { ...request.headers, 'x-player': pick(players).externalId } };
  };
  return {
    name: 'for players',
    run: (seconds) => load(service.url, next, seconds),
    cpu: service.cpu,
    stop: () => undefined,
  };
};

/**
 * The service while it registers new players: each counts as a request of the result.
 * @param size players per request
 * @param connections as many requests at once
 */
const registration = (name, size, connections) => async (context) => {
  const { service } = context;
  const key = await createApplication(context);
  let registered = 0;
  const run = async (seconds) => {
    const [from, before] = [performance.now(), registered];
    const times = [];
    const connect = async () => {
      while (performance.now() - from < seconds * 1_000) {
        const sent = performance.now();
        const players = playersFrom(registered, size);
        registered += size;
        await register(service.url, key, players);
        times.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: connections }, connect));
    const requests = registered - before;
    return { rate: (requests * 1_000) / (performance.now() - from), p99: quantile(times, 0.99), requests };
  };
  return { name, run, cpu: service.cpu, stop: () => undefined };
};

/** In batches, one after the other. */
export const registerBatches = registration('in batches', BATCH, 1);

export const registerOneByOne = registration('one per request', 1, 64);

async function register(url, key, players) {
  const response = await fetch(`${url}/api/players`, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ players }),
  });
  if (response.status !== 200) throw new Error(`Players were rejected: ${await response.text()}`);
}
