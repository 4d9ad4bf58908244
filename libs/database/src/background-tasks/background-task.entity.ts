import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A task with the times of all instances. */
@Entity('background_tasks')
export class BackgroundTaskEntity {
  @PrimaryColumn('text')
  name!: string;

  @Column('integer', { name: 'interval_ms' })
  intervalMs!: number;

  /** When the first instance reported the task after a break in which none did. */
  @Column('timestamptz', { name: 'observed_since' })
  observedSince!: Date;

  @Column('timestamptz', { name: 'reported_at' })
  reportedAt!: Date;

  @Column('timestamptz', { name: 'last_succeeded_at', nullable: true })
  lastSucceededAt!: Date | null;

  @Column('timestamptz', { name: 'last_failed_at', nullable: true })
  lastFailedAt!: Date | null;

  @Column('timestamptz', { name: 'last_progressed_at', nullable: true })
  lastProgressedAt!: Date | null;
}
