import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { HoldsUserData } from '#libs/user-data';

/**
 * An action that was performed, by ids: what tells who users are is in `audit_persons`. The table rejects updates,
 * and deletions of entries that have not expired.
 */
@HoldsUserData({ ids: ['actorId'] })
@Entity('audit_entries')
@Index('audit_entries_expiry', { synchronize: false })
@Index('audit_entries_newest', { synchronize: false })
@Index('audit_entries_newest_of_actor', { synchronize: false })
@Index('audit_entries_newest_of_action', { synchronize: false })
@Index('audit_entries_newest_of_actor_and_action', { synchronize: false })
@Index('audit_entries_newest_of_subject', { synchronize: false })
@Index('audit_entries_newest_of_affected_user', { synchronize: false })
@Index('audit_entries_newest_of_affected_quiz', { synchronize: false })
export class AuditEntryEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** The clock's time, not the transaction's: a transaction that waits for another one has later entries. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' })
  at!: Date;

  /** Null for the service itself. */
  @Column('uuid', { name: 'actor_id', nullable: true })
  actorId!: string | null;

  /** Empty: instances of 1.0 write it and the address, and a trigger moves them to `audit_persons`. */
  @Column('text', { name: 'actor_name', default: '' })
  actorName!: string;

  @Column('uuid', { name: 'key_id', nullable: true })
  keyId!: string | null;

  @Column('text', { nullable: true })
  address!: string | null;

  @Column('text')
  action!: string;

  @Column('text', { name: 'subject_kind' })
  subjectKind!: string;

  @Column('uuid', { name: 'subject_id' })
  subjectId!: string;

  /** The name at that time; empty if it is that of the affected user. */
  @Column('text', { name: 'subject_name' })
  subjectName!: string;

  @Column('jsonb')
  details!: object;
}
