import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { HoldsUserData } from '#libs/user-data';

/** The totals of all attempts of a user at quizzes that exist. A user without attempts has no row. */
@HoldsUserData({ ids: ['userId'] })
@Entity('global_standings')
@Index('global_standings_rank', { synchronize: false })
export class GlobalStandingEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @Column('bigint')
  attempts!: string;

  @Column('bigint')
  correct!: string;

  @Column('bigint')
  questions!: string;

  @Column('bigint', { name: 'basis_points' })
  basisPoints!: string;

  @Column('bigint', { name: 'time_ms' })
  timeMs!: string;

  /** Whether the user is suspended: then the leaderboard leaves them out. */
  @Column('boolean', { default: false })
  suspended!: boolean;
}
