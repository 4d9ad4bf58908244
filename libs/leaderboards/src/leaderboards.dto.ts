import { ApiProperty } from '@nestjs/swagger';
import { listOf, QueryNumberField, RETURNED_URL } from '#libs/http';

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

/** How much of a leaderboard to read around the caller's entry. */
export class AroundQuery {
  @QueryNumberField({
    default: 2,
    min: 0,
    max: 10,
    description: 'Entries before and after your own, as far as there are any',
  })
  around = 2;
}

const TOTAL = { type: 'integer', description: 'Entries of the whole leaderboard', example: 1 } as const;

/** The caller's entry in a quiz's leaderboard. */
export class OwnQuizEntry {
  @ApiProperty({ description: 'Your own' })
  entry!: QuizLeaderboardEntry;

  @ApiProperty({ type: [QuizLeaderboardEntry], description: 'Your own with its neighbours, in order' })
  leaderboard!: QuizLeaderboardEntry[];

  @ApiProperty(TOTAL)
  total!: number;
}

/** The caller's entry in the global leaderboard. */
export class OwnGlobalEntry {
  @ApiProperty({ description: 'Your own' })
  entry!: GlobalLeaderboardEntry;

  @ApiProperty({ type: [GlobalLeaderboardEntry], description: 'Your own with its neighbours, in order' })
  leaderboard!: GlobalLeaderboardEntry[];

  @ApiProperty(TOTAL)
  total!: number;
}
