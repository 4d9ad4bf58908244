import { Entity, PrimaryColumn } from 'typeorm';
import { HoldsUserData } from '#libs/user-data';

/** An unused recovery code. */
@HoldsUserData({ of: 'userId' })
@Entity('recovery_codes')
export class RecoveryCodeEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** SHA-256. */
  @PrimaryColumn('bytea', { name: 'code_hash' })
  codeHash!: Buffer;
}
