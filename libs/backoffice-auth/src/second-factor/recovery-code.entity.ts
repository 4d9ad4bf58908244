import { Entity, PrimaryColumn } from 'typeorm';

/** An unused recovery code. */
@Entity('recovery_codes')
export class RecoveryCodeEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** SHA-256. */
  @PrimaryColumn('bytea', { name: 'code_hash' })
  codeHash!: Buffer;
}
