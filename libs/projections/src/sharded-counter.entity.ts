import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('kept_counts')
export class ShardedCounterEntity {
  @PrimaryColumn('uuid')
  subject!: string;

  @PrimaryColumn('text')
  name!: string;

  @PrimaryColumn('smallint', { name: 'slot' })
  shard!: number;

  @Column('bigint')
  value!: string;
}
