import { ApiProperty } from '@nestjs/swagger';
import { listOf, RETURNED_URL } from '#libs/http';

const USER_ID = '019b76da-a800-7000-8000-000000000004';

class RankedUser {
  @ApiProperty({ type: 'integer', description: 'Position, from 1', example: 1 })
  rank!: number;

  @ApiProperty({ format: 'uuid', example: USER_ID })
  userId!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty({ ...RETURNED_URL, example: 'https://example.com/ada.png' })
  image!: string | null;
}

/** A user's best attempt at a quiz. */
export class QuizLeaderboardEntry extends RankedUser {
  @ApiProperty({ type: 'integer', format: 'int32', example: 9 })
  correctCount!: number;

  @ApiProperty({ type: 'integer', format: 'int32', example: 10 })
  totalQuestions!: number;

  @ApiProperty({ description: 'With up to two decimals', example: 90 })
  percentage!: number;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'Milliseconds', example: 42_000 })
  totalTimeMs!: number;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-01-01T00:00:00.000Z' })
  completedAt!: Date;
}

/** All attempts of a user at quizzes that exist. */
export class GlobalLeaderboardEntry extends RankedUser {
  @ApiProperty({ type: 'integer', example: 3 })
  totalAttempts!: number;

  @ApiProperty({ description: 'Mean percentage of the attempts, with up to two decimals', example: 86.67 })
  averageScore!: number;

  @ApiProperty({ type: 'integer', example: 26 })
  totalCorrect!: number;

  @ApiProperty({ type: 'integer', example: 30 })
  totalQuestions!: number;
}

export class QuizLeaderboard extends listOf('leaderboard', QuizLeaderboardEntry) {}

export class GlobalLeaderboard extends listOf('leaderboard', GlobalLeaderboardEntry) {}
