import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('sharded_counters')
export class ShardedCounterEntity {
  @PrimaryColumn('uuid')
  subject!: string;

  @PrimaryColumn('text')
  name!: string;

  @PrimaryColumn('smallint', { name: 'shard' })
  shard!: number;

  @Column('bigint')
  value!: string;
}
