import { ApiProperty } from '@nestjs/swagger';

const TIME = '2026-01-01T00:00:00.000Z';
const TIMESTAMP = { type: String, format: 'date-time', example: TIME } as const;

export class BackgroundTask {
  @ApiProperty({ example: 'Counting attempts' })
  name!: string;

  @ApiProperty({ type: 'integer', description: 'Milliseconds between two runs of an instance', example: 1000 })
  intervalMs!: number;

  @ApiProperty({ ...TIMESTAMP, description: 'Since when instances report the task without a break of 5 minutes' })
  observedSince!: Date;

  @ApiProperty({ ...TIMESTAMP, nullable: true, description: 'When a run of any instance last succeeded' })
  lastSucceededAt!: Date | null;

  @ApiProperty({ ...TIMESTAMP, nullable: true, description: 'When a run of any instance last failed' })
  lastFailedAt!: Date | null;

  @ApiProperty({ ...TIMESTAMP, nullable: true, description: 'When a long run last completed a step' })
  lastProgressedAt!: Date | null;

  @ApiProperty({
    description: 'Whether it has neither succeeded nor made progress for three intervals and at least 15 minutes',
    example: false,
  })
  isLate!: boolean;
}

export class BackgroundTaskList {
  @ApiProperty({ type: [BackgroundTask], description: 'By name' })
  tasks!: BackgroundTask[];
}
