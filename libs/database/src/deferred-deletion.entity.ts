import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('deferred_deletions')
export class DeferredDeletionEntity {
  @PrimaryColumn('text')
  name!: string;

  @PrimaryColumn('uuid')
  subject!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** The last row that was handled, of steps that leave their rows where they are. */
  @Column('uuid', { nullable: true })
  reached!: string | null;
}
