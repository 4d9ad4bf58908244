import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from '#libs/database';
import { type Column, csvFile, fileNameOf } from '#libs/file-transfer';
import { GetQuizTitle } from '#libs/quizzes';
import { BoardReader } from '../board-reader.js';
import type { QuizLeaderboardEntry } from '../leaderboards.dto.js';
import { QUIZ_ENTRY_COLUMNS, type QuizEntryRow, toQuizEntries } from '../quiz-entries.js';
import { QUIZ_STANDINGS } from '../standings.js';

/** A CSV file of a quiz's leaderboard, as it is when the file begins. @throws QuizNotFound */
export class ExportQuizLeaderboard extends Query<StreamableFile> {
  constructor(readonly quizId: string) {
    super();
  }
}

// Readers may rely on the positions of columns: add new ones at the end.
const COLUMNS: Column<QuizLeaderboardEntry>[] = [
  ['Rank', 'rank'],
  ['User', 'userId'],
  ['Name', 'displayName'],
  ['Percentage', 'percentage'],
  ['Correct', 'correctCount'],
  ['Questions', 'totalQuestions'],
  ['Time (ms)', 'totalTimeMs'],
  ['Completed (UTC)', 'completedAt'],
];

const READ = sql(`
  SELECT ${QUIZ_ENTRY_COLUMNS} FROM quiz_standings WHERE ${QUIZ_STANDINGS.isOf('$1')} ORDER BY ${QUIZ_STANDINGS.order}`);

@QueryHandler(ExportQuizLeaderboard)
export class ExportQuizLeaderboardHandler implements IQueryHandler<ExportQuizLeaderboard> {
  constructor(
    private readonly boards: BoardReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId }: ExportQuizLeaderboard): Promise<StreamableFile> {
    const title = await this.queries.execute(new GetQuizTitle(quizId));
    const entries = this.boards.read<QuizEntryRow & object, QuizLeaderboardEntry>(READ, [quizId], toQuizEntries);
    return csvFile(`leaderboard-${fileNameOf(title) || quizId}.csv`, COLUMNS, entries);
  }
}
