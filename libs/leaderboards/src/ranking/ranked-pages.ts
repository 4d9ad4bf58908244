import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { Database } from '#libs/database';
import { NEAR } from './ranking.js';
import { RankingMaintenance, rankingOf } from './ranking-maintenance.js';
import { entryWithNeighbours, farPage, HAS_CHECKPOINTS, nearPage } from './ranking-statements.js';

/** A page of a leaderboard: how many entries come before it, and how many it has at most. */
interface Page {
  readonly offset: number;
  readonly size: number;
}

/** Consecutive entries of a leaderboard, one of which was requested. */
export interface Neighbourhood<Row> {
  readonly rows: Row[];
  /** Index of the requested entry in `rows`. */
  readonly position: number;
  /** Number of entries of the leaderboard before `rows`. */
  readonly offset: number;
}

/**
 * Reads any page of a long leaderboard, and the rank of any entry, without reading all entries before. A leaderboard whose far pages are
 * requested gets checkpoints at about every 500th entry, each with the number of entries up to the next. Transactions that change the
 * standings log the moves of entries, one insertion each, and a background task compacts the log into the checkpoints. Pages are exact at
 * any time.
 */
@Injectable()
export class RankedPages {
  constructor(
    private readonly database: Database,
    private readonly maintenance: RankingMaintenance,
  ) {}

  /** Whether a page is far enough from the beginning to be read from a checkpoint on. */
  isFar({ offset }: Page): boolean {
    return offset > NEAR;
  }

  /**
   * The entries of a page, read by one statement and thus in one snapshot. The first far page of a leaderboard is read by skipping all
   * entries before it, and requests its checkpoints.
   * @param columns of the table of standings, for a SELECT
   */
  async page<Row extends QueryResultRow>(board: string, columns: string, page: Page): Promise<Row[]> {
    const isFar = this.isFar(page);
    // Requested before the page is read: if reading times out, the leaderboard needs its checkpoints most.
    if (isFar && !(await this.hasCheckpoints(board))) this.maintenance.request(board);
    const statement = (isFar ? farPage : nearPage)(rankingOf(board), columns);
    return this.database.query<Row>(statement, [board, page.offset, page.size]);
  }

  /**
   * A user's entry with its neighbours, read by one statement and thus in one snapshot. The first request for an entry far from the
   * beginning counts all entries before it, and requests its checkpoints.
   * @param columns of the table of standings, for a SELECT
   * @param neighbours how many entries to read before and after it, at most
   * @returns undefined if the leaderboard has no entry of the user
   */
  async around<Row extends QueryResultRow>(
    board: string,
    columns: string,
    { userId, neighbours }: { userId: string; neighbours: number },
  ): Promise<Neighbourhood<Row> | undefined> {
    const statement = entryWithNeighbours(rankingOf(board), `${columns}, user_id = $2::uuid AS "isEntry"`);
    const rows = await this.database.query<Row & { before: string; isEntry: boolean; isIndexed: boolean }>(statement, [
      board,
      userId,
      neighbours,
    ]);
    const position = rows.findIndex(({ isEntry }) => isEntry);
    const entry = rows[position];
    if (entry === undefined) return undefined;
    const before = Number(entry.before);
    if (before > NEAR && !entry.isIndexed) this.maintenance.request(board);
    return { rows, position, offset: before - position };
  }

  private async hasCheckpoints(board: string): Promise<boolean> {
    return (await this.database.query(HAS_CHECKPOINTS, [board])).length > 0;
  }
}
