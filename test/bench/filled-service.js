import { fillService, KEYS, readQuizzes } from './fixture.js';
import { load } from './load.js';
import { submit } from './loads.js';

/** Seconds of submissions that fill the leaderboards before the measurements. */
const FILL_SECONDS = 8;

/**
 * Starts the service on a database of its own, with users, quizzes and attempts.
 * @param keys of the users
 * @param options.environment variables of the service
 * @param options.checkout the built checkout whose service is started; by default this one
 */
export async function startFilledService(bench, database, keys, { environment, checkout } = {}) {
  const databaseUrl = await bench.createDatabase(database);
  const startService = (more) => bench.startService({ DATABASE_URL: databaseUrl, ...environment, ...more }, checkout);
  const service = await startService();
  await fillService(databaseUrl, keys, bench.hashApiKey);
  const quizzes = await bench.createQuizzes(service.url, keys[0], await readQuizzes());
  const world = { keys: keys.slice(0, KEYS), eventKeys: keys, quizzes };
  await load(service.url, submit(world), FILL_SECONDS);
  return { databaseUrl, startService, service, world };
}
