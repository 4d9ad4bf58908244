import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** How somebody signed in: by password alone, by password and a code, or at the OpenID Connect provider. */
export type SignInMethod = 'password' | 'second-factor' | 'oidc';

@Entity('sessions')
export class SessionEntity {
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Index('sessions_user_id')
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** How it began; `unknown` if an instance of an older version began it. */
  @Column('text', { default: 'unknown' })
  method!: SignInMethod | 'unknown';

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Index('sessions_expires_at')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
