import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('sign_in_counts')
export class SignInCountEntity {
  /** SHA-256 of what is counted: the text that people type is not stored. */
  @PrimaryColumn('bytea')
  key!: Buffer;

  /** Attempts of the window that failed or are in flight. */
  @Column('integer')
  attempts!: number;

  @Index('sign_in_counts_ends_at')
  @Column('timestamptz', { name: 'ends_at' })
  endsAt!: Date;

  /** When the next stranger's turn is. */
  @Column('timestamptz', { name: 'next_turn' })
  nextTurn!: Date;
}
