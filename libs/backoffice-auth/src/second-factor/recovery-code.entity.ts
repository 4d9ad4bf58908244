import { Entity, PrimaryColumn } from 'typeorm';

/** A recovery code that was not used yet. */
@Entity('recovery_codes')
export class RecoveryCodeEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** SHA-256. */
  @PrimaryColumn('bytea', { name: 'code_hash' })
  codeHash!: Buffer;
}
