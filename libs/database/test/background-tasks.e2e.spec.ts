// What two instances report of their background tasks, and which of them are late.
import { Module, type OnModuleInit, type Type } from '@nestjs/common';
import { vi } from 'vitest';
import { Background } from '#libs/database';
import { query } from '../../../test/support/database.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

/** Longer than the test takes: tasks run when a test starts them. */
const INTERVAL_MS = 60 * 60_000;
const NAME = 'Polishing badges';
const OTHER = 'Polishing medals';

/** A text that no row and no response may contain. */
const SECRET = 'secret-of-an-error';

interface Task {
  name: string;
  intervalMs: number;
  observedSince: string;
  lastSucceededAt: string | null;
  lastFailedAt: string | null;
  lastProgressedAt: string | null;
  isLate: boolean;
}

interface Instance {
  service: Service;
  /** Starts a task immediately. */
  run(name: string): Promise<void>;
  /** What its tasks do. */
  work: (progressed: () => void) => Promise<void>;
}

const ANY = expect.any(String) as string;

const fail = () => Promise.reject(new Error(SECRET));
const succeed = () => Promise.resolve();

async function startInstance(databaseUrl?: string): Promise<Instance> {
  const every = vi.spyOn(Background.prototype, 'every');
  const service = await startService(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }, [badges()]);
  const runs = new Map(
    every.mock.calls.map(([, name], index) => [name, every.mock.results[index]?.value as () => Promise<void>]),
  );
  every.mockRestore();
  const instance: Instance = { service, work: succeed, run: (name) => runs.get(name)?.() ?? succeed() };
  works.push((progressed) => instance.work(progressed));
  return instance;
}

/** The work of each instance, in the order of their starts. */
const works: ((progressed: () => void) => Promise<void>)[] = [];

/** A module with tasks. */
function badges(): Type {
  const index = works.length;
  @Module({})
  class BadgesModule implements OnModuleInit {
    constructor(private readonly background: Background) {}

    onModuleInit(): void {
      for (const name of [NAME, OTHER]) {
        this.background.every(INTERVAL_MS, name, async (progressed) => works[index]?.(progressed));
      }
    }
  }
  return BadgesModule;
}

let first: Instance;
let second: Instance;

beforeAll(async () => {
  first = await startInstance();
  second = await startInstance(first.service.databaseUrl);
});

afterAll(async () => {
  await second.service.close();
  await first.service.close();
});

const execute = (text: string) => query<Record<string, unknown>>(first.service.databaseUrl, text);

const list = async () => (await second.service.backoffice.call<{ tasks: Task[] }>('GET', '/background-tasks')).tasks;

/** Makes the instances report. The first report may be one that a timer began earlier: each reports twice. */
async function report(): Promise<void> {
  for (const instance of [first, second, first, second]) await instance.run('Reporting background tasks');
}

async function reported(task = NAME): Promise<Task | undefined> {
  await report();
  return (await list()).find(({ name }) => name === task);
}

/** Moves the times of the task into the past. */
const age = (hours: number) =>
  execute(`UPDATE background_tasks SET
    (observed_since, last_succeeded_at, last_failed_at, last_progressed_at) =
      (SELECT observed_since - unit, last_succeeded_at - unit, last_failed_at - unit, last_progressed_at - unit
       FROM (SELECT interval '${hours} hours' AS unit) AS units)
    WHERE name = '${NAME}'`);

it('background tasks: each is listed once for all instances, by name', async () => {
  expect(await reported()).toEqual({
    name: NAME,
    intervalMs: INTERVAL_MS,
    observedSince: ANY,
    lastSucceededAt: null,
    lastFailedAt: null,
    lastProgressedAt: null,
    isLate: false,
  });
  const tasks = await list();
  const names = tasks.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
  expect(names).toContain('Counting attempts');
  expect(tasks.filter(({ isLate }) => isLate)).toEqual([]);
});

it('background tasks: one that every instance fails is late, and the text of its error is not stored', async () => {
  first.work = second.work = fail;
  await first.run(NAME);
  await second.run(NAME);
  expect(await reported()).toMatchObject({ lastSucceededAt: null, lastFailedAt: ANY, isLate: false });
  await age(4);
  expect(await reported()).toMatchObject({ lastSucceededAt: null, lastFailedAt: ANY, isLate: true });
  const stored = await execute('SELECT background_tasks::text AS row FROM background_tasks');
  expect(JSON.stringify([stored, await list()])).not.toContain(SECRET);
});

it('background tasks: one that any instance completes is not late', async () => {
  first.work = fail;
  second.work = succeed;
  await second.run(NAME);
  const done = await reported();
  expect(done).toMatchObject({ lastSucceededAt: ANY, isLate: false });
  await first.run(NAME);
  const failed = await reported();
  expect(failed?.isLate).toBe(false);
  expect(Date.parse(failed?.lastSucceededAt ?? '')).toBeGreaterThanOrEqual(Date.parse(done?.lastSucceededAt ?? ''));
  expect(Date.parse(failed?.lastFailedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(done?.lastSucceededAt ?? ''));
});

it('background tasks: a long run is not late while it makes progress', async () => {
  await execute(`UPDATE background_tasks SET observed_since = now() - interval '1 day' WHERE name = '${OTHER}'`);
  expect((await reported(OTHER))?.isLate).toBe(true);
  let end = (_error: Error): void => undefined;
  first.work = (progressed) =>
    new Promise((_resolve, reject) => {
      progressed();
      end = reject;
    });
  const running = first.run(OTHER);
  expect(await reported(OTHER)).toMatchObject({
    lastSucceededAt: null,
    lastProgressedAt: ANY,
    isLate: false,
  });
  end(new Error(SECRET));
  await running;
  expect(await reported(OTHER)).toMatchObject({ lastFailedAt: ANY, isLate: true });
});

it('background tasks: a large deletion reports progress', async () => {
  const deletion = 'Deferred deletion of attempts';
  await until('it has made progress', async () => {
    await execute(`INSERT INTO deferred_deletions (name, subject) VALUES ('attempts', gen_random_uuid())`);
    await report();
    const found = (await list()).find(({ name }) => name === deletion);
    return (found !== undefined && found.lastProgressedAt !== null) || found;
  });
});

it('background tasks: after a break without reports, time is counted anew', async () => {
  const before = await reported();
  await execute(`UPDATE background_tasks SET
    observed_since = now() - interval '1 day', reported_at = now() - interval '6 minutes' WHERE name = '${NAME}'`);
  const { observedSince = '', isLate } = (await reported()) ?? {};
  expect(Date.parse(observedSince)).toBeGreaterThan(Date.parse(before?.observedSince ?? ''));
  expect(isLate).toBe(false);
});

it('background tasks: those that no instance reports are not listed, and removed after a day', async () => {
  await execute(`
    INSERT INTO background_tasks (name, interval_ms, observed_since, reported_at) VALUES
      ('Of a former version', 1000, now() - interval '9 days', now() - interval '6 minutes'),
      ('Of an older version', 1000, now() - interval '9 days', now() - interval '25 hours')`);
  await report();
  const tasks = (await list()).map(({ name }) => name);
  expect(tasks).toContain(NAME);
  expect(tasks.filter((name) => name.startsWith('Of '))).toEqual([]);
  expect(await execute(`SELECT name FROM background_tasks WHERE name LIKE 'Of %'`)).toEqual([
    { name: 'Of a former version' },
  ]);
});
