import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('kept_counts')
export class KeptCountEntity {
  @PrimaryColumn('uuid')
  subject!: string;

  @PrimaryColumn('text')
  name!: string;

  @PrimaryColumn('smallint')
  slot!: number;

  @Column('bigint')
  value!: string;
}
