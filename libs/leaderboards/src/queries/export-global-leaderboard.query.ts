import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Column, csvFile } from '#libs/file-transfer';
import { textKey } from '#libs/http';
import { BoardReader } from '../board-reader.js';
import { wholeBoard } from '../boards-of-tags.js';
import { GLOBAL_ENTRY_COLUMNS, type GlobalEntryRow, toGlobalEntries } from '../global-entries.js';
import type { GlobalLeaderboardEntry } from '../leaderboards.dto.js';
import { GLOBAL_STANDINGS } from '../standings.js';

/** A CSV file of the global leaderboard, as it is when the file begins. */
export class ExportGlobalLeaderboard extends Query<StreamableFile> {
  /** @param tag only of users with it */
  constructor(readonly tag?: string) {
    super();
  }
}

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

const READ = wholeBoard(GLOBAL_STANDINGS, GLOBAL_ENTRY_COLUMNS, {});
const READ_OF_TAG = wholeBoard(GLOBAL_STANDINGS, GLOBAL_ENTRY_COLUMNS, { key: '$1' });

@QueryHandler(ExportGlobalLeaderboard)
export class ExportGlobalLeaderboardHandler implements IQueryHandler<ExportGlobalLeaderboard> {
  constructor(private readonly boards: BoardReader) {}

  execute({ tag }: ExportGlobalLeaderboard): Promise<StreamableFile> {
    const [statement, values] = tag === undefined ? [READ, []] : [READ_OF_TAG, [textKey(tag)]];
    const entries = this.boards.read<GlobalEntryRow & object, GlobalLeaderboardEntry>(
      statement,
      values,
      toGlobalEntries,
    );
    return Promise.resolve(csvFile('leaderboard.csv', COLUMNS, entries));
  }
}
