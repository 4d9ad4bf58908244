import { ApiProperty } from '@nestjs/swagger';
import { ListField } from '#libs/http';
import { QuestionForPlayers } from '#libs/quizzes';
import { SubmittedAnswerBody } from '../attempts.dto.js';

const ID = '019b76da-a800-7000-8000-000000000007';
const QUIZ_ID = '019b76da-a800-7000-8000-000000000001';
const QUESTION_ID = '019b76da-a800-7000-8000-000000000002';
const ANSWER_ID = '019b76da-a800-7000-8000-000000000003';
const TIME = '2026-01-01T00:00:00.000Z';

export const EndField = (): PropertyDecorator =>
  ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until when answers count, apart from the grace; null without a limit',
    example: '2026-01-01T00:05:00.000Z',
  });

export const RemainingField = (): PropertyDecorator =>
  ApiProperty({
    type: 'integer',
    format: 'int64',
    nullable: true,
    description: 'Milliseconds until `endsAt`, by the clock of the database; 0 after it, null without a limit',
    example: 240_000,
  });

export class Start {
  @ApiProperty({ format: 'uuid', description: 'Its attempt will have the same id', example: ID })
  id!: string;

  @ApiProperty({ format: 'uuid', example: QUIZ_ID })
  quizId!: string;

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  startedAt!: Date;

  @EndField()
  endsAt!: Date | null;

  @ApiProperty({
    type: [QuestionForPlayers],
    description: 'In the order of this start, which `order` counts: shuffled if the quiz says so, like their answers',
  })
  questions!: QuestionForPlayers[];
}

export class SavedAnswer {
  @ApiProperty({ format: 'uuid', example: QUESTION_ID })
  questionId!: string;

  @ApiProperty({ format: 'uuid', example: ANSWER_ID })
  answerId!: string;
}

export class StartInProgress extends Start {
  @RemainingField()
  remainingMs!: number | null;

  @ApiProperty({ type: [SavedAnswer], description: 'What was saved last' })
  answers!: SavedAnswer[];
}

export class SavedAnswersBody {
  @ListField(() => SubmittedAnswerBody, {
    min: 0,
    max: 200,
    description: 'All answers so far, at most one per question: they replace those that were saved before',
  })
  answers!: SubmittedAnswerBody[];
}

export class SavedAnswers {
  @EndField()
  endsAt!: Date | null;

  @RemainingField()
  remainingMs!: number | null;
}
