import { ApiProperty } from '@nestjs/swagger';
import { listOf } from '#libs/http';

export class DeletedQuiz {
  @ApiProperty({ format: 'uuid', example: '019b76da-a800-7000-8000-000000000001' })
  id!: string;

  @ApiProperty({ example: 'Capitals of Europe' })
  title!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-01-02T00:00:00.000Z' })
  deletedAt!: Date;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Who deleted it; null if unknown',
    example: 'Ada Lovelace',
  })
  deletedByName!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'From then on it cannot be restored',
    example: '2026-02-01T00:00:00.000Z',
  })
  expiresAt!: Date;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'What was deleted with it, and is restored with it, by name',
    example: { attempts: 12 },
  })
  deleted!: Record<string, number>;

  @ApiProperty({ description: 'Whether it is being restored in the background', example: false })
  isRestoring!: boolean;
}

export class QuizRestoration {
  @ApiProperty({
    description:
      'Whether the restoration continues in the background. Until it is complete, the quiz stays in the trash and does not exist for others.',
    example: false,
  })
  isRestoring!: boolean;
}

export class DeletedQuizzes extends listOf('quizzes', DeletedQuiz) {}
