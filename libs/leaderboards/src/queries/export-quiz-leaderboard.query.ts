import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Column, csvFile, fileNameOf } from '#libs/file-transfer';
import { textKey } from '#libs/http';
import { GetQuizTitle } from '#libs/quizzes';
import { BoardReader } from '../board-reader.js';
import { wholeBoard } from '../boards-of-tags.js';
import type { QuizLeaderboardEntry } from '../leaderboards.dto.js';
import { QUIZ_ENTRY_COLUMNS, type QuizEntryRow, toQuizEntries } from '../quiz-entries.js';
import { QUIZ_STANDINGS } from '../standings.js';

/** A CSV file of a quiz's leaderboard, as it is when the file begins. @throws QuizNotFound */
export class ExportQuizLeaderboard extends Query<StreamableFile> {
  constructor(
    readonly quizId: string,
    /** Only of users with it. */
    readonly tag?: string,
  ) {
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

const READ = wholeBoard(QUIZ_STANDINGS, QUIZ_ENTRY_COLUMNS, { board: '$1' });
const READ_OF_TAG = wholeBoard(QUIZ_STANDINGS, QUIZ_ENTRY_COLUMNS, { board: '$1', key: '$2' });

@QueryHandler(ExportQuizLeaderboard)
export class ExportQuizLeaderboardHandler implements IQueryHandler<ExportQuizLeaderboard> {
  constructor(
    private readonly boards: BoardReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, tag }: ExportQuizLeaderboard): Promise<StreamableFile> {
    const title = await this.queries.execute(new GetQuizTitle(quizId));
    const [statement, values] = tag === undefined ? [READ, [quizId]] : [READ_OF_TAG, [quizId, textKey(tag)]];
    const entries = this.boards.read<QuizEntryRow & object, QuizLeaderboardEntry>(statement, values, toQuizEntries);
    return csvFile(`leaderboard-${fileNameOf(title) || quizId}.csv`, COLUMNS, entries);
  }
}
