import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many attempts a user has made at a quiz. The limit of attempts is checked against it. */
@Entity('attempt_counts')
export class AttemptCountEntity {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId!: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @Column('integer')
  count!: number;
}
