// The tables of the index of leaderboards. They are written and read by SQL.
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A leaderboard that is indexed: its moves are logged. */
@Entity('ranked_boards')
export class RankedBoardEntity {
  /** The quiz, or {@link GLOBAL_BOARD}. */
  @PrimaryColumn('uuid')
  board!: string;
}

/** A position in a leaderboard, and the number of entries from it to the next one, without moves that are pending. */
@Entity('ranking_checkpoints')
export class RankingCheckpointEntity {
  @PrimaryColumn('uuid')
  board!: string;

  @PrimaryColumn('bigint')
  key1!: string;

  @PrimaryColumn('bigint')
  key2!: string;

  @PrimaryColumn('bigint')
  key3!: string;

  @PrimaryColumn('uuid', { name: 'entry_id' })
  entryId!: string;

  @Column('integer')
  entries!: number;

  @ManyToOne(() => RankedBoardEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'board', foreignKeyConstraintName: 'ranking_checkpoints_of_board' })
  ranked!: RankedBoardEntity;
}

/** Moves on a board that one transaction made and that are pending: not compacted into the checkpoints yet. */
@Entity('ranking_moves')
export class RankingMovesEntity {
  @PrimaryColumn('uuid')
  board!: string;

  @PrimaryColumn('uuid')
  id!: string;

  /** One of each move. */
  @Column('bigint', { array: true })
  keys1!: string[];

  @Column('bigint', { array: true })
  keys2!: string[];

  @Column('bigint', { array: true })
  keys3!: string[];

  @Column('uuid', { name: 'entry_ids', array: true })
  entryIds!: string[];

  /** 1 for an entry that is there now, -1 for one that was there. */
  @Column('smallint', { array: true })
  deltas!: number[];
}
