// The service with one worker, two and as many as there are processors: the same loads in turns, on one database.
import { availableParallelism, loadavg } from 'node:os';
import { startFilledService } from './filled-service.js';
import { withDatabase } from './fixture.js';
import { GENERATOR, load, median } from './load.js';
import { getQuiz, leaderboardPage, submit } from './loads.js';
import { keep, table } from './results.js';

const RUNS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const WARM_UP_SECONDS = Number(process.env.BENCH_WARM_UP_SECONDS ?? 8);

/** Values of WORKERS. */
const SIDES = ['1', '2', 'auto'];

/** Loads, with the ratio of two workers to one that is the goal on two processors. */
const LOADS = {
  'get quiz': [getQuiz, 1.45],
  'leaderboard page 1': [leaderboardPage, 1.45],
  'submit attempt': [submit, 1.25],
};

export async function measureWorkers(bench, command) {
  const { databaseUrl, startService, service, world } = await startFilledService(
    bench,
    'quiz_bench_workers',
    bench.newKeys(2_000),
  );
  const services = [service];
  for (const WORKERS of SIDES.slice(1)) services.push(await startService({ WORKERS }));
  const rows = [['load', 'WORKERS', 'requests/s', 'p99, ms', 'CPU, µs', 'PostgreSQL, µs', 'ratio to 1', 'goal']];
  const before = loadavg()[0];
  for (const [name, [requests, goal]] of Object.entries(LOADS)) {
    await withDatabase(databaseUrl, (client) => client.query('VACUUM (ANALYZE)'));
    for (const { url } of services) await load(url, requests(world), WARM_UP_SECONDS);
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await runTurns(services, requests(world), bench.postgresCpu));
    for (const [index, side] of SIDES.entries()) {
      const middle = (figure) => median(runs.map((run) => run[index][figure])).toFixed(0);
      const figures = ['rate', 'p99', 'cpu', 'postgresCpu'].map(middle);
      rows.push([name, side, ...figures, index === 0 ? '' : ratioOf(runs, index), side === '2' ? goal : '']);
      process.stdout.write(`${rows.at(-1).join(' | ')}\n`);
    }
  }
  const about =
    `Medians of ${RUNS} runs of ${SECONDS} s after ${WARM_UP_SECONDS} s to warm up, the sides in turns; ${GENERATOR}, ` +
    `PostgreSQL and service on ${availableParallelism()} processors; ${bench.database}. CPU is the processor time per ` +
    `request of the primary process and all workers. The ratio is the median of the runs [lowest–highest]. ` +
    `Load average before and after: ${before.toFixed(1)} → ${loadavg()[0].toFixed(1)}.`;
  const lines = [about, '', ...table(rows)];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  keep('workers', command, lines);
}

/** @returns the figures of each service under the load */
async function runTurns(services, toRequest, postgresCpu) {
  const results = [];
  for (const { url, cpu } of services) {
    const before = { cpu: cpu(), postgresCpu: postgresCpu() };
    const { rate, p99, requests } = await load(url, toRequest, SECONDS);
    results.push({
      rate,
      p99,
      cpu: (cpu() - before.cpu) / requests,
      postgresCpu: (postgresCpu() - before.postgresCpu) / requests,
    });
  }
  return results;
}

function ratioOf(runs, index) {
  const ratios = runs.map((run) => run[index].rate / run[0].rate);
  const [middle, lowest, highest] = [median(ratios), Math.min(...ratios), Math.max(...ratios)];
  return `${middle.toFixed(2)} [${lowest.toFixed(2)}–${highest.toFixed(2)}]`;
}
