import { Injectable } from '@nestjs/common';
import { Snapshots } from '#libs/database';
import { compareProjections, type Projection } from '#libs/projections';
import { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck } from '#libs/verification';
import { GLOBAL_STANDINGS, QUIZ_STANDINGS } from '../standings.js';
import { BEGINNING, END, GLOBAL_BOARD, POSITION, positionOf, type Ranking } from './ranking.js';
import { DROP, movesByCheckpoint } from './ranking-statements.js';

interface Key {
  board: string;
}

const POSITION_NAME = `concat_ws(' ', ${positionOf('checkpoint')}) AS position`;

/** Checkpoints, which count the entries up to the next one. There is one before all entries. */
const checkpointsOf = ({ table, isOf, row }: Ranking, boards: string): Projection<Key> => ({
  keys: ['board', 'position'],
  columns: ['entries'],
  expected: `
      SELECT board, ${POSITION_NAME}, entries
      FROM (
        SELECT board, ${POSITION} FROM ranking_checkpoints
        UNION SELECT board, ${BEGINNING} FROM ranking_checkpoints
      ) AS checkpoint CROSS JOIN LATERAL (
        SELECT ${POSITION} FROM ranking_checkpoints AS other
        WHERE other.board = checkpoint.board AND (${positionOf('other')}) > (${positionOf('checkpoint')})
        UNION ALL SELECT ${END} ORDER BY ${POSITION} LIMIT 1
      ) AS next CROSS JOIN LATERAL (
        SELECT count(*) AS entries FROM ${table} WHERE ${isOf('checkpoint.board')} AND ${row('>=', 'checkpoint')} AND ${row('<', 'next')}
      ) AS counted
      WHERE ${boards}`,
  table: `(
      SELECT board, ${POSITION_NAME}, entries + coalesce(delta, 0)::bigint AS entries
      FROM ranking_checkpoints AS checkpoint LEFT JOIN (${movesByCheckpoint('ranking_moves')}) AS pending USING (board, ${POSITION})
      WHERE ${boards}
    ) AS stored`,
  groupBy: 'board',
  repair: async (transaction, [{ board }]) => void (await transaction.query(DROP, [board])),
});

/** The checkpoints of each leaderboard count its entries. A wrong index is dropped, and rebuilt when a far page is requested. */
@Injectable()
@ChecksConsistencyOf('indexes of leaderboards')
export class RankingCheck implements ConsistencyCheck {
  constructor(private readonly snapshots: Snapshots) {}

  run(): AsyncGenerator<CheckBatch> {
    return compareProjections<Key>(this.snapshots, [
      checkpointsOf(QUIZ_STANDINGS, `board <> '${GLOBAL_BOARD}'`),
      checkpointsOf(GLOBAL_STANDINGS, `board = '${GLOBAL_BOARD}'`),
    ]);
  }
}
