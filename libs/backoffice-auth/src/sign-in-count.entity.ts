import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('sign_in_counts')
export class SignInCountEntity {
  /** SHA-256 of what is counted: what people type into the form is not kept. */
  @PrimaryColumn('bytea')
  key!: Buffer;

  /** Those of the window that failed or are under way. */
  @Column('integer')
  attempts!: number;

  @Index('sign_in_counts_ends_at')
  @Column('timestamptz', { name: 'ends_at' })
  endsAt!: Date;

  /** When the next stranger's turn is. */
  @Column('timestamptz', { name: 'next_turn' })
  nextTurn!: Date;
}
