import { Column, CreateDateColumn, Entity, Generated, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '#libs/database';
import { HoldsUserData } from '#libs/user-data';

/** How somebody signed in: by password alone, by password and a code, or at the OpenID Connect provider. */
export type SignInMethod = 'password' | 'second-factor' | 'oidc';

@Expires('expires_at')
@HoldsUserData({
  title: 'Sessions',
  of: 'userId',
  exported: ['method', 'userAgent', 'address', 'createdAt', 'lastUsedAt', 'confirmedAt', 'expiresAt'],
})
@Entity('sessions')
export class SessionEntity {
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  /** For lists, in which no token may appear. */
  @Column('uuid')
  @Generated('uuid')
  id!: string;

  @Index('sessions_user_id')
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  method!: SignInMethod;

  /** The browser that signed in. Null if it sent none. */
  @Column('text', { name: 'user_agent', nullable: true })
  userAgent!: string | null;

  /** Where the client was when it signed in. */
  @Column('text')
  address!: string;

  /** Up to five minutes before the last request. */
  @Column('timestamptz', { name: 'last_used_at' })
  lastUsedAt!: Date;

  /** When the user last proved who they are: at the sign-in, or afterwards. */
  @Column('timestamptz', { name: 'confirmed_at' })
  confirmedAt!: Date;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Index('sessions_expires_at')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
