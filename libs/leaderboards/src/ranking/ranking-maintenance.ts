import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Background, Database, hasSqlState, sql, type Statement, UnitOfWork } from '#libs/database';
import { GLOBAL_STANDINGS, QUIZ_STANDINGS } from '../standings.js';
import { GLOBAL_BOARD, type Ranking } from './ranking.js';
import {
  BOARDS_TO_REBUILD,
  DELETE_ORPHANED_MOVES,
  DROP,
  COMPACT,
  isLong,
  LOCK,
  MOVED_BOARDS,
  rebuild,
  REGISTER,
} from './ranking-statements.js';

/** How often moves are compacted, and how often requested checkpoints are built and others rebuilt, in milliseconds. */
const COMPACTION_INTERVAL_MS = 500;
const BUILD_INTERVAL_MS = 10_000;

/** Logging begins when no transaction is in the middle of a change that is not logged. Writers wait no longer than this. */
const SHORT_LOCK = sql(`SET LOCAL lock_timeout = '50ms'`);

export const rankingOf = (board: string): Ranking => (board === GLOBAL_BOARD ? GLOBAL_STANDINGS : QUIZ_STANDINGS);

/** Builds the checkpoints of leaderboards, and keeps them in step with the standings, in the background. */
@Injectable()
export class RankingMaintenance implements OnModuleInit {
  private readonly requested = new Set<string>();
  private createRequested: () => Promise<void> = () => Promise.resolve();
  /** After a failure, requests begin no other try before this time, in milliseconds since 1970. */
  private pausedUntil = 0;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly background: Background,
  ) {}

  onModuleInit(): void {
    const every = this.background.every.bind(this.background);
    every(COMPACTION_INTERVAL_MS, 'Compacting moves on leaderboards', async () => {
      for (const { board } of await this.database.query<{ board: string }>(MOVED_BOARDS))
        await this.change(board, COMPACT);
    });
    every(BUILD_INTERVAL_MS, 'Rebuilding indexes of leaderboards', async (progressed) => {
      await this.database.query(DELETE_ORPHANED_MOVES);
      for (const { board } of await this.database.query<{ board: string }>(BOARDS_TO_REBUILD)) {
        await this.rebuild(board);
        progressed();
      }
    });
    this.createRequested = every(BUILD_INTERVAL_MS, 'Indexing leaderboards', () => this.create());
  }

  /** Has the checkpoints of a leaderboard built in the background, if it is long. */
  request(board: string): void {
    this.requested.add(board);
    if (Date.now() >= this.pausedUntil) void this.createRequested();
  }

  /** Builds the checkpoints of all requested boards, also of those that are requested in the meantime. */
  private async create(): Promise<void> {
    for (const board of this.requested) {
      if ((await this.database.query(isLong(rankingOf(board)), [board])).length > 0) {
        this.pausedUntil = Date.now() + BUILD_INTERVAL_MS;
        if (!(await this.startLogging(board))) return;
        await this.rebuild(board);
        this.pausedUntil = 0;
      }
      this.requested.delete(board);
    }
  }

  /** @returns whether the changes of all transactions that end from now on are logged */
  private async startLogging(board: string): Promise<boolean> {
    try {
      await this.unitOfWork.run(async (transaction) => {
        await transaction.query(SHORT_LOCK);
        await transaction.query(sql(`LOCK TABLE ${rankingOf(board).table} IN SHARE MODE`));
        await transaction.query(REGISTER, [board]);
      });
      return true;
    } catch (error) {
      // Something holds the table, such as a vacuum: writers must not wait behind this again and again.
      if (hasSqlState(error, '55P03')) return false;
      throw error;
    }
  }

  /** Checkpoints that cannot be rebuilt, because that takes too long, are dropped. */
  private async rebuild(board: string): Promise<void> {
    try {
      await this.change(board, rebuild(rankingOf(board)));
    } catch (error) {
      this.requested.delete(board);
      await this.database.query(DROP, [board]);
      throw error;
    }
  }

  /** Changes the checkpoints of a board, unless another instance does so. */
  private change(board: string, statement: Statement): Promise<void> {
    return this.unitOfWork.run(async (transaction) => {
      // The changing statement is a second one: its snapshot is taken after the lock.
      if ((await transaction.query(LOCK, [board])).length > 0) await transaction.query(statement, [board]);
    });
  }
}
