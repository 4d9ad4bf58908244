import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Background } from '../background.js';
import { Database } from '../database.js';
import { sql } from '../statement.js';

/** How often an instance reports its tasks, in milliseconds. */
const INTERVAL_MS = 10_000;

/** SQL: after how long without a report no instance has a task. */
export const BREAK = `interval '5 minutes'`;

// Instances send how long ago something was: only the database's clock is compared. Tasks that no instance has had for a
// day are removed.
const REPORT = sql(`
  WITH removed AS (
    DELETE FROM background_tasks WHERE reported_at < now() - interval '1 day' AND name <> ALL ($1::text[])
  )
  INSERT INTO background_tasks AS stored
    (name, interval_ms, observed_since, reported_at, last_succeeded_at, last_failed_at, last_progressed_at)
  SELECT name, interval_ms, now(), now(), now() - succeeded * unit, now() - failed * unit, now() - progressed * unit
  FROM unnest($1::text[], $2::integer[], $3::float8[], $4::float8[], $5::float8[])
    AS reported (name, interval_ms, succeeded, failed, progressed), CAST('1 ms' AS interval) AS unit
  ORDER BY name
  ON CONFLICT (name) DO UPDATE SET
    interval_ms = excluded.interval_ms,
    observed_since = CASE
      WHEN stored.reported_at < excluded.reported_at - ${BREAK} THEN excluded.observed_since ELSE stored.observed_since
    END,
    reported_at = greatest(stored.reported_at, excluded.reported_at),
    last_succeeded_at = greatest(stored.last_succeeded_at, excluded.last_succeeded_at),
    last_failed_at = greatest(stored.last_failed_at, excluded.last_failed_at),
    last_progressed_at = greatest(stored.last_progressed_at, excluded.last_progressed_at)`);

/** Stores when the tasks of this instance last succeeded and failed. Texts of errors are in the log only. */
@Injectable()
export class TaskReports implements OnModuleInit {
  constructor(
    private readonly background: Background,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.background.every(INTERVAL_MS, 'Reporting background tasks', () => this.report());
  }

  async report(): Promise<void> {
    const tasks = [...this.background.tasks];
    const now = performance.now();
    const age = (time: number | undefined) => (time === undefined ? null : now - time);
    await this.database.query(REPORT, [
      tasks.map(([name]) => name),
      tasks.map(([, { intervalMs }]) => intervalMs),
      tasks.map(([, { succeededAt }]) => age(succeededAt)),
      tasks.map(([, { failedAt }]) => age(failedAt)),
      tasks.map(([, { progressedAt }]) => age(progressedAt)),
    ]);
  }
}
