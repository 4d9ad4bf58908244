import { Controller, Query, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { BackofficeEndpoint, IsAdministrator, PageQuery } from '#libs/http';
import { ExportGradebook } from './export-gradebook.query.js';
import { GetGradebook } from './get-gradebook.query.js';
import { Gradebook, GradebookFilter } from './gradebook.dto.js';

@ApiTags('Results')
@Controller()
export class GradebookController {
  constructor(private readonly queries: QueryBus) {}

  @BackofficeEndpoint('GET /gradebook', {
    summary: 'Get the results of users at quizzes',
    editor: true,
    description:
      'Users by name, also those who have taken none of the quizzes, without suspended ones. Voided attempts are left out. ' +
      'Editors see no emails and no external ids.',
    returns: Gradebook,
  })
  getGradebook(
    @Query() filter: GradebookFilter,
    @Query() page: PageQuery,
    @IsAdministrator() isAdministrator: boolean,
  ): Promise<Gradebook> {
    return this.queries.execute(new GetGradebook(filter, page, isAdministrator));
  }

  @BackofficeEndpoint('GET /gradebook/export', {
    summary: 'Export the results of users at quizzes as CSV',
    editor: true,
    description:
      'All users, with names, emails and external ids first, then three columns for each quiz, up to 5,000 quizzes: ' +
      'percentage, whether it was passed, and the time taken in minutes. Without emails and external ids for editors. ' +
      'Written while it is sent.',
    invalid: 'quizTag: must choose at most 5,000 quizzes',
    file: ['text/csv'],
  })
  exportGradebook(
    @Query() filter: GradebookFilter,
    @IsAdministrator() isAdministrator: boolean,
  ): Promise<StreamableFile> {
    return this.queries.execute(new ExportGradebook(filter, isAdministrator));
  }
}
