import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last result of a consistency check. */
@Entity('consistency_checks')
export class ConsistencyCheckEntity {
  @PrimaryColumn('text')
  name!: string;

  @Column('timestamptz', { name: 'checked_at' })
  checkedAt!: Date;

  /** 0 if the check passed. */
  @Column('integer')
  differences!: number;
}
