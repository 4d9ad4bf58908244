import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '#libs/database';

@Expires('ends_at')
@Entity('sign_in_counts')
export class SignInCountEntity {
  /** SHA-256 of the counted key: typed text is not stored. */
  @PrimaryColumn('bytea')
  key!: Buffer;

  /** Attempts of the window that failed or are in flight. */
  @Column('integer')
  attempts!: number;

  @Index('sign_in_counts_ends_at')
  @Column('timestamptz', { name: 'ends_at' })
  endsAt!: Date;

  /** Time of the next turn of an unknown browser. */
  @Column('timestamptz', { name: 'next_turn' })
  nextTurn!: Date;
}
