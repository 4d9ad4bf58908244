import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { Role } from '#libs/access';
import { HoldsUserData } from '#libs/user-data';

@HoldsUserData({
  of: 'id',
  exported: [
    'id',
    'email',
    'displayName',
    'image',
    'role',
    'suspended',
    'tags',
    'applicationId',
    'externalId',
    'createdAt',
    'updatedAt',
  ],
  ids: ['applicationId'],
})
@Entity('users')
@Index('users_created_at', ['createdAt', 'id'])
@Index('users_display_name', { synchronize: false })
@Index('users_words', { synchronize: false })
@Index('users_name_words', { synchronize: false })
@Index('users_suspended', { synchronize: false })
@Index('users_by_tag', { synchronize: false })
@Index('users_external_id', ['applicationId', 'externalId'], { unique: true, where: 'application_id IS NOT NULL' })
@Check(
  'users_player',
  '(application_id IS NULL) = (external_id IS NULL) AND (application_id IS NULL) = (email IS NOT NULL)',
)
export class UserEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** In lower case and normal form C (`normalEmail`); null for players of applications. */
  @Index('users_email', { unique: true })
  @Column('text', { nullable: true })
  email!: string | null;

  /** The user of role `application` whose player this is; null for all other users. */
  @Column('uuid', { name: 'application_id', nullable: true })
  applicationId!: string | null;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'application_id', foreignKeyConstraintName: 'users_application' })
  application?: UserEntity;

  /** The application's name for its player; null for all other users. */
  @Column('text', { name: 'external_id', nullable: true })
  externalId!: string | null;

  @Column('text', { name: 'display_name' })
  displayName!: string;

  @Column('text', { nullable: true })
  image!: string | null;

  @Column('text')
  role!: Role;

  @Column('boolean', { default: false })
  suspended!: boolean;

  @Column('text', { array: true, default: [] })
  tags!: string[];

  /** The tags in the form in which they are compared. */
  @Column('text', { name: 'tag_keys', array: true, default: [] })
  tagKeys!: string[];

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt!: Date;

  /** As responses have it: without keys of tags, without tags if there are none, and without what only players have. */
  toJSON(): object {
    const { applicationId, externalId, tags, tagKeys: _, ...user } = this;
    return {
      ...user,
      ...(tags.length > 0 && { tags }),
      ...(applicationId !== null && { applicationId, externalId }),
    };
  }
}
