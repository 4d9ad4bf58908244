import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from '#libs/database';
import { type Column, csvFile } from '#libs/file-transfer';
import { BoardReader } from '../board-reader.js';
import { GLOBAL_ENTRY_COLUMNS, type GlobalEntryRow, toGlobalEntries } from '../global-entries.js';
import type { GlobalLeaderboardEntry } from '../leaderboards.dto.js';
import { GLOBAL_STANDINGS } from '../standings.js';

/** A CSV file of the global leaderboard, as it is when the file begins. */
export class ExportGlobalLeaderboard extends Query<StreamableFile> {}

// Readers may rely on the positions of columns: add new ones at the end.
const COLUMNS: Column<GlobalLeaderboardEntry>[] = [
  ['Rank', 'rank'],
  ['User', 'userId'],
  ['Name', 'displayName'],
  ['Correct', 'totalCorrect'],
  ['Questions', 'totalQuestions'],
  ['Average score', 'averageScore'],
  ['Attempts', 'totalAttempts'],
];

const READ = sql(`
  SELECT ${GLOBAL_ENTRY_COLUMNS} FROM global_standings WHERE ${GLOBAL_STANDINGS.isOf('')} ORDER BY ${GLOBAL_STANDINGS.order}`);

@QueryHandler(ExportGlobalLeaderboard)
export class ExportGlobalLeaderboardHandler implements IQueryHandler<ExportGlobalLeaderboard> {
  constructor(private readonly boards: BoardReader) {}

  execute(): Promise<StreamableFile> {
    const entries = this.boards.read<GlobalEntryRow & object, GlobalLeaderboardEntry>(READ, [], toGlobalEntries);
    return Promise.resolve(csvFile('leaderboard.csv', COLUMNS, entries));
  }
}
