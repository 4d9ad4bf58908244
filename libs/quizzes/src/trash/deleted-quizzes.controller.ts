import { Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentActor, type UserActor } from '#libs/audit';
import { ApiTag, BackofficeEndpoint, PageQuery } from '#libs/http';
import { QuizInDeletion, QuizNotFound } from '../quiz.errors.js';
import { ID } from '../quiz-openapi.js';
import { DeletedQuizzes, QuizRestoration } from './deleted-quizzes.dto.js';
import { ListDeletedQuizzes } from './list-deleted-quizzes.query.js';
import { PurgeQuiz } from './purge-quiz.command.js';
import { RestoreQuiz } from './restore-quiz.command.js';

/** Quizzes in the trash. */
@ApiTag('Deleted quizzes', 'Quizzes that were deleted in the last 30 days, with their attempts')
@Controller()
export class DeletedQuizzesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @BackofficeEndpoint('GET /deleted-quizzes', {
    summary: 'List deleted quizzes',
    editor: true,
    description: 'Those first that were deleted last. After 30 days they are deleted for good.',
    returns: DeletedQuizzes,
  })
  listDeletedQuizzes(@Query() query: PageQuery): Promise<DeletedQuizzes> {
    return this.queries.execute(new ListDeletedQuizzes(query));
  }

  @BackofficeEndpoint('PUT /deleted-quizzes/:id/restoration', {
    summary: 'Restore a deleted quiz',
    editor: true,
    description:
      'With its versions, attempts and open starts; leaderboards and statistics count it again. With 5,000 attempts or more, the ' +
      'restoration continues in the background, and the quiz exists once it is complete. Nothing changes if it exists already.',
    params: ID,
    returns: QuizRestoration,
    errors: [QuizNotFound, QuizInDeletion],
  })
  restoreQuiz(@Param('id') id: string, @CurrentActor() actor: UserActor): Promise<QuizRestoration> {
    return this.commands.execute(new RestoreQuiz(id, actor));
  }

  @BackofficeEndpoint('DELETE /deleted-quizzes/:id', {
    summary: 'Delete a quiz for good',
    description: 'A deleted quiz, with its attempts. It cannot be restored any more.',
    params: ID,
    status: 204,
    errors: [QuizNotFound, QuizInDeletion],
  })
  purgeQuiz(@Param('id') id: string, @CurrentActor() actor: UserActor): Promise<void> {
    return this.commands.execute(new PurgeQuiz(id, actor));
  }
}
