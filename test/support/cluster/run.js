// @ts-check
// `npm run cluster`: runs a cluster until a signal ends it. Variables of the service are passed to the instances; PORT
// is nginx's.
import { existsSync } from 'node:fs';
import { ADMINISTRATOR, startCluster } from './cluster.js';

/** The cluster itself sets the variables that connect its parts. */
const OWN = new Set(['PORT', 'HOST', 'DATABASE_URL', 'DATA_DIRECTORY', 'REDIS_URL', 'TRUSTED_PROXIES']);

const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/** npm's shell dies of a SIGTERM without forwarding it. */
function endWithNpm(/** @type {() => void} */ end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || end(), 500).unref();
}

async function run() {
  const given = Object.entries(process.env).filter(([name, value]) => value !== undefined && !OWN.has(name));
  const environment = /** @type {Record<string, string>} */ (Object.fromEntries(given));
  let isEnding = false;
  /** @type {import('./cluster.js').Cluster | undefined} */
  let cluster;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    // The guard ends the processes that were started.
    if (cluster === undefined) process.exit(0);
    cluster.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', end);
  endWithNpm(end);
  const running = await startCluster({ environment, ...(process.env.PORT && { port: Number(process.env.PORT) }) });
  cluster = running;
  const { email, password } = {
    email: environment.ADMIN_EMAIL ?? ADMINISTRATOR.email,
    password: environment.ADMIN_PASSWORD ?? ADMINISTRATOR.password,
  };
  say(`
Three instances are ready behind nginx, until Ctrl-C, with which all that they keep goes too.
  API            ${running.url}/api
  Documentation  ${running.url}/docs
  Backoffice     ${running.url}/admin, as ${email} with the password "${password}"
  Instances      ${running.instances.map(({ url }) => url).join(', ')} (with /health and /metrics)
  PostgreSQL     ${running.databaseUrl}
  Redis          ${running.redis.url}
  Logs           ${running.folder}/logs
`);
  // Keeps this process alive, and reports parts that end by themselves.
  const told = new Set();
  setInterval(() => {
    for (const part of [running.nginx, ...running.instances, running.redis, running.postgres]) {
      if (part.isRunning || isEnding || told.has(part)) continue;
      told.add(part);
      const log = part.definition.log;
      say(`${part.name} has ended${existsSync(log) ? `, see ${log}` : ''}`);
    }
  }, 500);
}

/** @param {unknown} error */
function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

run().catch(fail);
