import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditSubjects } from '#libs/audit';
import { BackofficeQuizzesController } from './backoffice-quizzes.controller.js';
import { BeginGradingHandler } from './commands/begin-grading.command.js';
import { CreateQuizHandler } from './commands/create-quiz.command.js';
import { DeleteQuizHandler } from './commands/delete-quiz.command.js';
import { LockQuizExclusivelyHandler } from './commands/lock-quiz-exclusively.command.js';
import { LockFreeQuizzesHandler } from './commands/lock-free-quizzes.command.js';
import { LockQuizzesSharedHandler } from './commands/lock-quizzes-shared.command.js';
import { RestoreVersionHandler } from './commands/restore-version.command.js';
import { UpdateQuizHandler } from './commands/update-quiz.command.js';
import { ListWhenQuizCreated } from './listeners/list-when-quiz-created.listener.js';
import { UnlistWhenQuizDeleted } from './listeners/unlist-when-quiz-deleted.listener.js';
import { CreateQuizzes1770000600000 } from './migrations/1770000600000-create-quizzes.js';
import { ExportQuizHandler } from './queries/export-quiz.query.js';
import { ExportQuizzesHandler } from './queries/export-quizzes.query.js';
import { FindAnsweredVersionHandler } from './queries/find-answered-version.query.js';
import { FindEqualQuestionsHandler } from './queries/find-equal-questions.query.js';
import { FindVersionsWithHandler } from './queries/find-versions-with.query.js';
import { FindExistingQuizzesHandler } from './queries/find-existing-quizzes.query.js';
import { GetGradingHandler } from './queries/get-grading.query.js';
import { GetQuizContentHandler } from './queries/get-quiz-content.query.js';
import { GetQuizHandler } from './queries/get-quiz.query.js';
import { GetQuizTitleHandler } from './queries/get-quiz-title.query.js';
import { GetQuizTitlesHandler } from './queries/get-quiz-titles.query.js';
import { GetQuizVersionsHandler } from './queries/get-quiz-versions.query.js';
import { GetVersionHandler } from './queries/get-version.query.js';
import { ListQuizzesHandler } from './queries/list-quizzes.query.js';
import { ListVersionsHandler } from './queries/list-versions.query.js';
import { ReadQuestionsHandler } from './queries/read-questions.query.js';
import { SearchQuizzesHandler } from './queries/search-quizzes.query.js';
import { QuizEntity } from './quiz.entity.js';
import { QuizFinder } from './quiz-finder.js';
import { QuizReader } from './quiz-reader.js';
import { QuizVersionEntity } from './quiz-version.entity.js';
import { QuizzesController } from './quizzes.controller.js';
import { OrphanedRows } from './checks/orphaned-rows.js';
import { QuizCountCheck } from './checks/quiz-count.check.js';

/** Quizzes and their immutable versions. */
@AuditSubjects('quiz')
@Module({
  imports: [TypeOrmModule.forFeature([QuizEntity, QuizVersionEntity])],
  controllers: [QuizzesController, BackofficeQuizzesController],
  providers: [
    QuizReader,
    QuizFinder,
    CreateQuizHandler,
    UpdateQuizHandler,
    RestoreVersionHandler,
    DeleteQuizHandler,
    ListWhenQuizCreated,
    UnlistWhenQuizDeleted,
    LockFreeQuizzesHandler,
    LockQuizzesSharedHandler,
    LockQuizExclusivelyHandler,
    BeginGradingHandler,
    GetQuizHandler,
    GetQuizTitleHandler,
    GetQuizTitlesHandler,
    GetQuizVersionsHandler,
    ListQuizzesHandler,
    SearchQuizzesHandler,
    ListVersionsHandler,
    GetVersionHandler,
    ExportQuizHandler,
    ExportQuizzesHandler,
    FindAnsweredVersionHandler,
    FindEqualQuestionsHandler,
    FindVersionsWithHandler,
    FindExistingQuizzesHandler,
    GetQuizContentHandler,
    GetGradingHandler,
    ReadQuestionsHandler,
    QuizCountCheck,
    OrphanedRows,
    CreateQuizzes1770000600000,
  ],
  exports: [OrphanedRows],
})
export class QuizzesModule {}
