import { Column, CreateDateColumn, Entity, Generated, Index, PrimaryColumn } from 'typeorm';

/** How somebody signed in: by password alone, by password and a code, or at the OpenID Connect provider. */
export type SignInMethod = 'password' | 'second-factor' | 'oidc';

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

  /** How it began; `unknown` if an instance of an older version began it. */
  @Column('text', { default: 'unknown' })
  method!: SignInMethod | 'unknown';

  /** The browser that signed in. Null if it sent none, or if an instance of an older version began the session. */
  @Column('text', { name: 'user_agent', nullable: true })
  userAgent!: string | null;

  /** Where the client was when it signed in. */
  @Column('text', { nullable: true })
  address!: string | null;

  /** Up to five minutes before the last request; null if unknown. */
  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;

  /** When the user last proved who they are: at the sign-in, or afterwards. */
  @Column('timestamptz', { name: 'confirmed_at', default: () => 'now()' })
  confirmedAt!: Date;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Index('sessions_expires_at')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
