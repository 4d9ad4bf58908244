import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type Erasure, HoldsUserData } from '#libs/user-data';

/** The name of erased users. */
export const DELETED_USER = 'Deleted user';

/** A user who was erased: nothing but the id, under which results and the audit log may still have entries. */
@HoldsUserData({ ids: ['userId'] })
@Entity('erased_users')
export class ErasedUserEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  way!: Erasure;

  @Column('timestamptz', { name: 'erased_at', default: () => 'now()' })
  erasedAt!: Date;
}
