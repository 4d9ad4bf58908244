import { ApiProperty } from '@nestjs/swagger';

export class ConsistencyCheckResult {
  @ApiProperty({ description: 'What was compared with its source', example: 'standings of quizzes' })
  name!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-01-01T00:00:00.000Z' })
  checkedAt!: Date;

  @ApiProperty({ type: 'integer', description: 'Differences that were found and not repaired; 0 if none', example: 0 })
  differences!: number;
}

export class ConsistencyCheckList {
  @ApiProperty({ type: [ConsistencyCheckResult], description: 'By name. Empty if the command has never run' })
  checks!: ConsistencyCheckResult[];
}
