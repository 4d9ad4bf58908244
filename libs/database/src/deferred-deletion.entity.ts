import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('deferred_deletions')
export class DeferredDeletionEntity {
  @PrimaryColumn('text')
  name!: string;

  @PrimaryColumn('uuid')
  subject!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
