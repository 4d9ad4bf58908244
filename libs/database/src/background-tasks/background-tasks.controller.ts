import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { BackofficeEndpoint, ApiTag } from '#libs/http';
import { BackgroundTaskList } from './background-tasks.dto.js';
import { ListBackgroundTasks } from './list-background-tasks.query.js';

@ApiTag('Operations', 'Whether the work beside requests is done, and stored data are correct')
@Controller()
export class BackgroundTasksController {
  constructor(private readonly queries: QueryBus) {}

  @BackofficeEndpoint('GET /background-tasks', {
    summary: 'List the background tasks',
    description: 'Those of the running instances, which report them every 10 seconds. The log contains the errors.',
    returns: BackgroundTaskList,
  })
  listBackgroundTasks(): Promise<BackgroundTaskList> {
    return this.queries.execute(new ListBackgroundTasks());
  }
}
