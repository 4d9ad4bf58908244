// The service compared with the baselines: the two sides of each comparison run in turns.
import { loadavg } from 'node:os';
import { withDatabase } from './fixture.js';
import { GENERATOR, median } from './load.js';
import { loads } from './loads.js';
import { keep, table } from './results.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const WARM_UP_SECONDS = Number(process.env.BENCH_WARM_UP_SECONDS ?? 8);

const FIGURES = { rate: 'requests/s', p99: 'p99, ms', cpu: 'CPU, µs', postgresCpu: 'PostgreSQL, µs' };
const COLUMNS = Object.values(FIGURES);

/** Measures the comparisons, and stores the table if it is complete. */
export async function compare(context, wanted, command) {
  const targets = ['at least', 'aim', 'CPU goal, µs'];
  const rows = [['load', ...COLUMNS, 'against', ...COLUMNS, 'ratio', ...targets, 'load average']];
  for (const name of wanted) {
    // Neither dead rows of the previous load nor autovacuum disturb a measurement.
    for (const url of context.databaseUrls) await withDatabase(url, (client) => client.query('VACUUM (ANALYZE)'));
    const row = await measure(name, context);
    process.stdout.write(`${row.join(' | ')}\n`);
    rows.push(row);
  }
  const about =
    `Medians of ${ROUNDS} rounds of ${SECONDS} s after ${WARM_UP_SECONDS} s to warm up, the two sides in turns; ` +
    `64 connections of ${GENERATOR}, ${context.world.keys.length} keys (live event: ${context.world.eventKeys.length}), ` +
    `${context.world.quizzes.length} quizzes, ${context.database}. CPU is the processor time per request of the program's ` +
    `own process, PostgreSQL that of all processes of the server. The ratio is the median of the rounds [lowest–highest]. ` +
    `The load average is that of one minute before and after the comparison.`;
  const lines = [about, '', ...table(rows)];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  if (context.other === undefined && wanted.length === Object.keys(loads).length) keep('comparison', command, lines);
}

async function measure(name, context) {
  const { subject, against, atLeast, aim, goal = '' } = loads[name];
  const one = await subject(context);
  const other = context.other ? { ...(await subject(context.other)), name: 'other build' } : await against(context);
  const missing = one.missing ?? other.missing;
  const targets = context.other ? ['', '', goal] : [atLeast, aim, goal];
  try {
    if (missing) return [name, `left out: ${missing}`, ...Array(2 * COLUMNS.length + 1).fill(''), ...targets, ''];
    process.stdout.write(`${name}: `);
    const before = loadavg()[0];
    const rounds = await runInTurns(one, other, context.postgresCpu);
    const valuesOf = (index) =>
      Object.keys(FIGURES).map((figure) => shown(rounds.map((round) => round[index][figure])));
    const averages = [before, loadavg()[0]].map((average) => average.toFixed(1)).join(' → ');
    return [name, ...valuesOf(0), other.name, ...valuesOf(1), ratioOf(rounds), ...targets, averages];
  } finally {
    await one.stop?.();
    await other.stop?.();
  }
}

async function runInTurns(one, other, postgresCpu) {
  await one.run(WARM_UP_SECONDS);
  await other.run(WARM_UP_SECONDS);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const results = [];
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0])
      results[index] = await runTurn([one, other][index], postgresCpu);
    rounds.push(results);
    process.stdout.write('.');
  }
  process.stdout.write('\n');
  return rounds;
}

/** @returns rate, p99, and processor time per request in microseconds */
async function runTurn({ run, cpu }, postgresCpu) {
  const before = { cpu: cpu(), postgresCpu: postgresCpu() };
  const { rate, p99, requests } = await run(SECONDS);
  return {
    rate,
    p99,
    cpu: (cpu() - before.cpu) / requests,
    postgresCpu: (postgresCpu() - before.postgresCpu) / requests,
  };
}

/** The median; nothing for a figure that is unknown. */
function shown(values) {
  const value = median(values);
  return Number.isNaN(value) ? '' : value.toFixed(0);
}

function ratioOf(rounds) {
  const ratios = rounds.map(([one, other]) => one.rate / other.rate);
  const [middle, lowest, highest] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) =>
    ratio.toFixed(2),
  );
  return `${middle} [${lowest}–${highest}]`;
}
