import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: what the positions of changes of attempts count from. */
@Entity('change_positions')
@Check('change_positions_id_check', 'id = 1')
export class ChangePositionsEntity {
  @PrimaryColumn('smallint')
  id!: 1;

  /** The system identifier of the PostgreSQL cluster whose transaction ids are counted. */
  @Column('text')
  cluster!: string;

  /** The largest position that was written in other clusters. */
  @Column('bigint')
  base!: string;
}
