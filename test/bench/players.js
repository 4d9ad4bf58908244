// An application that acts for players: the same requests with its key and the header `X-Player`.
import { withDatabase } from './fixture.js';
import { load, pick } from './load.js';

const ID = '019b76da-a800-7000-8000-00000000a001';

const CREATE = `
  WITH application AS (
    INSERT INTO users (id, email, display_name, role) VALUES ($1, 'application@example.com', 'Application', 'application')
    RETURNING id
  )
  INSERT INTO api_keys (id, name, hash, shown, user_id, created_by) SELECT id, 'Key', $2, 'qk_', id, id FROM application`;

/** Players per request. */
const BATCH = 1_000;

/**
 * The service under a load that acts for as many players as the other side has users with keys.
 * @param requestOf makes a request with a key
 */
export const forPlayers = (requestOf) => async (context) => {
  const { service, world, databaseUrl, newKeys, hashApiKey } = context;
  const [key] = newKeys(1);
  await withDatabase(databaseUrl, (client) => client.query(CREATE, [ID, hashApiKey(key)]));
  const players = world.keys.map((_, index) => ({ externalId: `player-${index}`, displayName: `Player ${index}` }));
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

async function register(url, key, players) {
  const response = await fetch(`${url}/api/players`, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ players }),
  });
  if (response.status !== 200) throw new Error(`Players were rejected: ${await response.text()}`);
}
