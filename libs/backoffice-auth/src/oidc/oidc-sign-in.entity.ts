import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '#libs/database';

/** A sign-in in progress at the provider, in one browser. */
@Expires('expires_at')
@Entity('oidc_sign_ins')
export class OidcSignInEntity {
  /** SHA-256 of the browser's cookie. */
  @PrimaryColumn('bytea', { name: 'cookie_hash' })
  cookieHash!: Buffer;

  @Column('text')
  state!: string;

  @Column('text')
  nonce!: string;

  @Column('text', { name: 'code_verifier' })
  codeVerifier!: string;

  /** The page to show after the sign-in. */
  @Column('text', { name: 'return_to' })
  returnTo!: string;

  /** SHA-256 of the token of the session that it confirms; null if it begins one. */
  @Column('bytea', { name: 'confirmed_session', nullable: true })
  confirmedSession!: Buffer | null;

  @Index('oidc_sign_ins_expires_at')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
