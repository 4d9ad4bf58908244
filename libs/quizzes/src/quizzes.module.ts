import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditSubjects } from '#libs/audit';
import { ImagesModule } from '#libs/images';
import { BackofficeQuizzesController } from './backoffice-quizzes.controller.js';
import { CreateQuizHandler } from './commands/create-quiz.command.js';
import { DeleteQuizHandler } from './commands/delete-quiz.command.js';
import {
  LockQuizExclusivelyHandler,
  LockQuizzesSharedHandler,
  TryLockQuizzesSharedHandler,
} from './commands/lock-quizzes.command.js';
import { ReadQuestionsHandler } from './commands/read-questions.command.js';
import { RestoreVersionHandler } from './commands/restore-version.command.js';
import { StartNextGradingHandler } from './commands/start-next-grading.command.js';
import { UpdateQuizHandler } from './commands/update-quiz.command.js';
import { CountWhenQuizCreated } from './listeners/count-when-quiz-created.listener.js';
import { CountWhenQuizRestored } from './listeners/count-when-quiz-restored.listener.js';
import { UncountWhenQuizDeleted } from './listeners/uncount-when-quiz-deleted.listener.js';
import { CreateQuizzes1770000600000 } from './migrations/1770000600000-create-quizzes.js';
import { AddSettings1795746900000 } from './migrations/1795746900000-add-settings.js';
import { IndexSettings1795746950000 } from './migrations/1795746950000-index-settings.js';
import { CreateTrash1795774700000 } from './migrations/1795774700000-create-trash.js';
import { ExportQuizHandler } from './queries/export-quiz.query.js';
import { ExportQuizzesHandler } from './queries/export-quizzes.query.js';
import { FindEqualQuestionsHandler } from './queries/find-equal-questions.query.js';
import { FindVersionsWithHandler } from './queries/find-versions-with.query.js';
import { FindExistingQuizzesHandler } from './queries/find-existing-quizzes.query.js';
import { GetAnsweredVersionHandler } from './queries/get-answered-version.query.js';
import { FindNewestQuizzesHandler } from './queries/find-newest-quizzes.query.js';
import { FindQuizStatesHandler } from './queries/find-quiz-states.query.js';
import { GetQuizStateHandler } from './queries/get-quiz-state.query.js';
import { GetQuizContentHandler } from './queries/get-quiz-content.query.js';
import { GetStoredContentHandler } from './queries/get-stored-content.query.js';
import { GetQuizHandler } from './queries/get-quiz.query.js';
import { GetQuizTitleHandler } from './queries/get-quiz-title.query.js';
import { GetQuizTitlesHandler } from './queries/get-quiz-titles.query.js';
import { GetQuizVersionsHandler } from './queries/get-quiz-versions.query.js';
import { ListQuizzesHandler } from './queries/list-quizzes.query.js';
import { ListTagsHandler } from './queries/list-tags.query.js';
import { ListVersionsHandler } from './queries/list-versions.query.js';
import { SearchQuizzesHandler } from './queries/search-quizzes.query.js';
import { QuizEntity } from './quiz.entity.js';
import { QuizReader } from './quiz-reader.js';
import { QuizSearch } from './quiz-search.js';
import { QuizVersionEntity } from './quiz-version.entity.js';
import { QuizzesController } from './quizzes.controller.js';
import { DeletedQuizEntity, DeletedQuizVersionEntity } from './trash/deleted-quiz.entities.js';
import { DeletedQuizzesController } from './trash/deleted-quizzes.controller.js';
import { ExpiredQuizzes } from './trash/expired-quizzes.js';
import { ListDeletedQuizzesHandler } from './trash/list-deleted-quizzes.query.js';
import { LowerDeletedHandler } from './trash/lower-deleted.command.js';
import { PurgeQuizHandler } from './trash/purge-quiz.command.js';
import { Restorations } from './trash/restorations.js';
import { RestoreQuizHandler } from './trash/restore-quiz.command.js';
import { Trash } from './trash/trash.js';
import { ImageUsesCheck } from './checks/image-uses.check.js';
import { OrphanedRows } from './checks/orphaned-rows.js';
import { QuizCountCheck } from './checks/quiz-count.check.js';

/** Quizzes and their immutable versions. */
@AuditSubjects('quiz')
@Module({
  imports: [
    ImagesModule,
    TypeOrmModule.forFeature([QuizEntity, QuizVersionEntity, DeletedQuizEntity, DeletedQuizVersionEntity]),
  ],
  controllers: [QuizzesController, BackofficeQuizzesController, DeletedQuizzesController],
  providers: [
    QuizReader,
    QuizSearch,
    CreateQuizHandler,
    UpdateQuizHandler,
    RestoreVersionHandler,
    ReadQuestionsHandler,
    DeleteQuizHandler,
    CountWhenQuizCreated,
    CountWhenQuizRestored,
    UncountWhenQuizDeleted,
    Trash,
    Restorations,
    RestoreQuizHandler,
    LowerDeletedHandler,
    PurgeQuizHandler,
    ExpiredQuizzes,
    ListDeletedQuizzesHandler,
    LockQuizzesSharedHandler,
    TryLockQuizzesSharedHandler,
    LockQuizExclusivelyHandler,
    StartNextGradingHandler,
    GetQuizHandler,
    GetQuizTitleHandler,
    GetQuizTitlesHandler,
    GetQuizVersionsHandler,
    ListQuizzesHandler,
    SearchQuizzesHandler,
    ListTagsHandler,
    ListVersionsHandler,
    ExportQuizHandler,
    ExportQuizzesHandler,
    GetAnsweredVersionHandler,
    FindEqualQuestionsHandler,
    FindVersionsWithHandler,
    FindExistingQuizzesHandler,
    FindQuizStatesHandler,
    FindNewestQuizzesHandler,
    GetQuizStateHandler,
    GetQuizContentHandler,
    GetStoredContentHandler,
    QuizCountCheck,
    ImageUsesCheck,
    OrphanedRows,
    CreateQuizzes1770000600000,
    AddSettings1795746900000,
    IndexSettings1795746950000,
    CreateTrash1795774700000,
  ],
  exports: [OrphanedRows],
})
export class QuizzesModule {}
