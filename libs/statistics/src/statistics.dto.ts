import { ApiProperty } from '@nestjs/swagger';
import { QueryNumberField } from '#libs/http';

const QUESTION_ID = '019b76da-a800-7000-8000-000000000002';

export class ScoreCount {
  @ApiProperty({ type: 'integer', description: 'Lowest percentage that counts here', example: 95 })
  from!: number;

  @ApiProperty({ type: 'integer', description: 'Percentage below which it counts here; 100 counts too', example: 100 })
  to!: number;

  @ApiProperty({ type: 'integer', example: 12 })
  attempts!: number;
}

export class DayCount {
  @ApiProperty({ format: 'date', description: 'In UTC', example: '2026-01-01' })
  day!: string;

  @ApiProperty({ type: 'integer', example: 12 })
  attempts!: number;

  @ApiProperty({ type: 'integer', example: 9 })
  passed!: number;
}

export class QuestionStatistics {
  @ApiProperty({ format: 'uuid', example: QUESTION_ID })
  questionId!: string;

  @ApiProperty({ example: 'What is the capital of Australia?' })
  text!: string;

  @ApiProperty({ type: 'integer', description: 'Attempts at versions that have it', example: 120 })
  attempts!: number;

  @ApiProperty({ type: 'integer', description: 'Those that answered it rightly', example: 90 })
  correct!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Share of the attempts that answered it rightly, 0 to 1; null below 20 attempts',
    example: 0.75,
  })
  difficulty!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Point-biserial correlation of answering it rightly with the share of the other questions answered rightly, -1 to 1; ' +
      'null below 20 attempts, and where all attempts are alike',
    example: 0.42,
  })
  discrimination!: number | null;
}

export class QuizStatistics {
  @ApiProperty({ type: 'integer', example: 120 })
  attempts!: number;

  @ApiProperty({ type: 'integer', example: 90 })
  passed!: number;

  @ApiProperty({ type: 'integer', example: 3 })
  timedOut!: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'All attempts that were answered before this time are counted',
    example: '2026-01-01T00:00:00.000Z',
  })
  upTo!: Date;

  @ApiProperty({ type: [ScoreCount], description: '20 ranges of 5 points each, from 0' })
  scores!: ScoreCount[];

  @ApiProperty({ type: [DayCount], description: 'The last 90 days, oldest first' })
  days!: DayCount[];

  @ApiProperty({ type: [QuestionStatistics], description: 'Questions of the current version, in their order' })
  questions!: QuestionStatistics[];
}

export class ActivityDay {
  @ApiProperty({ format: 'date', description: 'In UTC', example: '2026-01-01' })
  day!: string;

  @ApiProperty({ type: 'integer', description: 'Attempts at all quizzes', example: 340 })
  attempts!: number;

  @ApiProperty({ type: 'integer', description: 'Users who made them', example: 80 })
  users!: number;
}

export class Activity {
  @ApiProperty({ type: [ActivityDay], description: 'Oldest first; the last one is today' })
  days!: ActivityDay[];
}

export class ActivityQuery {
  @QueryNumberField({ default: 30, max: 90, description: 'Days to show, up to today' })
  days = 30;
}
