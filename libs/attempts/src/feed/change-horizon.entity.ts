import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Up to where readers of the feed have read, at most: one row for each start of the database server. */
@Entity('change_horizons')
export class ChangeHorizonEntity {
  /** The identity of this start. */
  @PrimaryColumn('text')
  server!: string;

  /** Changes before this position were readable while the server ran. */
  @Column('bigint')
  horizon!: string;
}
