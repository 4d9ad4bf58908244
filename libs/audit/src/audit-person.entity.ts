import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { HoldsUserData } from '#libs/user-data';

/**
 * What an entry of the audit log says of a user: of the one who acted, and of the one to whom something was done. The table rejects
 * updates; the rows of a user who is erased are deleted, and not read until they are.
 */
@HoldsUserData({ of: 'userId', inSteps: true })
@Entity('audit_persons')
export class AuditPersonEntity {
  @PrimaryColumn('uuid', { name: 'entry_id' })
  entryId!: string;

  @Index('audit_persons_user_id')
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** The name at that time. */
  @Column('text')
  name!: string;

  /** The name of the subject, if it may tell who the user is. */
  @Column('text', { name: 'subject_name', nullable: true })
  subjectName!: string | null;

  /** Where the client of the action was. */
  @Column('text', { nullable: true })
  address!: string | null;

  /** The details of the entry that tell who the user is. */
  @Column('jsonb', { nullable: true })
  details!: object | null;
}
