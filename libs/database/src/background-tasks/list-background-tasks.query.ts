import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database } from '../database.js';
import { sql } from '../statement.js';
import type { BackgroundTaskList } from './background-tasks.dto.js';
import { isLate, type TaskTimes } from './is-late.js';
import { BREAK } from './task-reports.js';

/** The background tasks of the instances that are running, by name. */
export class ListBackgroundTasks extends Query<BackgroundTaskList> {}

const LIST = sql(`
  SELECT name, interval_ms AS "intervalMs", observed_since AS "observedSince", last_succeeded_at AS "lastSucceededAt",
    last_failed_at AS "lastFailedAt", last_progressed_at AS "lastProgressedAt", now()
  FROM background_tasks WHERE reported_at >= now() - ${BREAK} ORDER BY name`);

@QueryHandler(ListBackgroundTasks)
export class ListBackgroundTasksHandler implements IQueryHandler<ListBackgroundTasks> {
  constructor(private readonly database: Database) {}

  async execute(): Promise<BackgroundTaskList> {
    const rows = await this.database.query<TaskTimes & { name: string; now: Date }>(LIST);
    return { tasks: rows.map(({ now, ...task }) => ({ ...task, isLate: isLate(task, now) })) };
  }
}
