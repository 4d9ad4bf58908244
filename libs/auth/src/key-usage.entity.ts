import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Answered requests with a key in an hour. Retained for a while after the key is deleted. */
@Entity('key_usage')
export class KeyUsageEntity {
  /** Beginning of the hour. */
  @PrimaryColumn('timestamptz')
  hour!: Date;

  @PrimaryColumn('uuid', { name: 'key_id' })
  keyId!: string;

  @Column('integer')
  requests!: number;

  /** Requests among them that were rejected by 403 or 429. */
  @Column('integer')
  refusals!: number;
}
