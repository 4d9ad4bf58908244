import { loadConfiguration } from '#libs/configuration';
import { isWorker } from '#libs/workers';
import { withDatabase } from './with-database.js';
import { workerSettings } from './worker-settings.js';
import { runWorkers } from './workers.js';

/** Time in which a stopping service answers the requests in flight, in milliseconds. */
const SHUTDOWN_MS = 9_000;

// The service stops in order even if its output cannot be written, for example in a closed terminal.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Runs the service until a signal arrives, then stops what was started.
 * @returns the exit code
 */
async function run(): Promise<number> {
  const given = loadConfiguration(process.env);
  const stopping = abortOnSignals(given.DRAIN_SECONDS);
  const isEmbedded = given.DATABASE_URL === undefined;
  return withDatabase({ ...given, ...workerSettings() }, say, async (configuration) => {
    if (stopping.aborted) return 0;
    if (configuration.WORKERS > 1) return runWorkers(configuration, stopping);
    // Not before: the primary process of workers has no use for the application.
    const { serve } = await import('./serve.js');
    await serve(configuration, isEmbedded, stopping);
    return 0;
  });
}

/**
 * @returns a signal that is aborted by the first SIGTERM, SIGINT or SIGHUP (the terminal was closed). The process exits some time after
 * that, whatever happens. A worker waits for the SIGTERM of its primary process: a terminal sends the others to both
 */
function abortOnSignals(drainSeconds: number): AbortSignal {
  const stopping = new AbortController();
  const onSignal = (name: NodeJS.Signals) => {
    if (stopping.signal.aborted || (isWorker && name !== 'SIGTERM')) return;
    if (!isWorker) say(`Stopping after ${name} ...`);
    setTimeout(() => process.exit(1), drainSeconds * 1_000 + SHUTDOWN_MS).unref();
    stopping.abort();
  };
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, onSignal);
  return stopping.signal;
}

await run().then(
  (code) => process.exit(code),
  async (error: unknown) => {
    // Files that import each other in a circle, which apps/start.js explains.
    if (error instanceof ReferenceError) throw error;
    const { explain } = await import('./explain.js');
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  },
);
