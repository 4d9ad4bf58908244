import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  BooleanField,
  ChoiceField,
  IgnoresFields,
  IntegerField,
  ListField,
  listOf,
  NextCursor,
  ValidateWith,
  RETURNED_URL,
  TextField,
  UrlField,
} from '#libs/http';
import { QuizSettings, QuizSettingsBody } from './quiz-settings.dto.js';

const ID = '019b76da-a800-7000-8000-000000000001';
const QUESTION_ID = '019b76da-a800-7000-8000-000000000002';
const ANSWER_ID = '019b76da-a800-7000-8000-000000000003';
const USER_ID = '019b76da-a800-7000-8000-000000000004';
const TIME = '2026-01-01T00:00:00.000Z';

@IgnoresFields('id', 'order')
export class AnswerBody {
  @TextField({ min: 1, max: 500, example: 'Canberra' })
  text!: string;

  @BooleanField({ example: true })
  isCorrect!: boolean;
}

const hasCorrectAnswer = (answers: unknown) =>
  Array.isArray(answers) && answers.some((answer: AnswerBody | undefined) => answer?.isCorrect === true);

const EXPLANATION = 'Why the correct answer is correct; shown wherever correct answers are';

/** How many answers a question has. */
export const ANSWER_COUNT = { min: 2, max: 10 };

@IgnoresFields('id', 'order')
export class QuestionBody {
  @TextField({ min: 1, max: 1000, example: 'What is the capital of Australia?' })
  text!: string;

  @UrlField({ optional: true, nullable: true, default: null, example: 'https://example.com/australia.png' })
  imageUrl: string | null = null;

  @ListField(() => AnswerBody, {
    ...ANSWER_COUNT,
    description: 'At least one is correct',
    contains: { type: 'object', properties: { isCorrect: { const: true } }, required: ['isCorrect'] },
    example: [
      { text: 'Canberra', isCorrect: true },
      { text: 'Sydney', isCorrect: false },
    ],
  })
  @ValidateWith((answers) => (hasCorrectAnswer(answers) ? undefined : 'at least one answer must be correct'))
  answers!: AnswerBody[];

  @TextField({
    min: 1,
    max: 2000,
    optional: true,
    nullable: true,
    default: null,
    description: EXPLANATION,
    example: 'Canberra was founded as a compromise between Sydney and Melbourne.',
  })
  explanation: string | null = null;
}

/** The body that creates or replaces a quiz. */
@IgnoresFields('id', 'authorId', 'author', 'createdAt', 'updatedAt')
export class QuizBody extends QuizSettingsBody {
  @TextField({
    min: 1,
    max: 200,
    trim: true,
    example: 'Capitals',
  })
  title!: string;

  @TextField({ min: 0, max: 2000, optional: true, nullable: true, default: null, example: 'Ten capitals of the world' })
  description: string | null = null;

  @UrlField({ optional: true, nullable: true, default: null, example: 'https://example.com/capitals.png' })
  heroImageUrl: string | null = null;

  @IntegerField({ min: 1, max: 1_000_000, optional: true, default: 1, description: 'Per user', example: 3 })
  maxAttempts = 1;

  @IntegerField({
    min: 0,
    max: 604_800,
    optional: true,
    default: 0,
    description: 'In seconds; 0 is no limit',
    example: 300,
  })
  timeLimitSeconds = 0;

  @BooleanField({
    optional: true,
    default: true,
    description:
      'Whether a start shuffles the questions and their answers. Reads of the quiz have them in order: for clients that show it without a start it is a hint',
    example: true,
  })
  randomizeQuestions = true;

  @ListField(() => QuestionBody, { min: 1, max: 200 })
  questions!: QuestionBody[];
}

export class QuizListItem extends QuizSettings {
  @ApiProperty({ format: 'uuid', example: ID })
  id!: string;

  @ApiProperty({ example: 'Capitals' })
  title!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Ten capitals of the world' })
  description!: string | null;

  @ApiProperty({ ...RETURNED_URL, example: 'https://example.com/capitals.png' })
  heroImageUrl!: string | null;

  @ApiProperty({ format: 'uuid', description: 'The user who created it', example: USER_ID })
  authorId!: string;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'Attempts that each user has', example: 3 })
  maxAttempts!: number;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'In seconds; 0 is no limit', example: 300 })
  timeLimitSeconds!: number;

  @ApiProperty({
    description:
      'Whether a start shuffles the questions and their answers; a hint for clients that show the quiz without one',
    example: true,
  })
  randomizeQuestions!: boolean;

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  createdAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  updatedAt!: Date;
}

export class QuizList extends listOf('quizzes', QuizListItem) {
  @NextCursor({ isOptional: true })
  nextCursor?: string | null | undefined;
}

export class Author {
  @ApiProperty({ format: 'uuid', example: USER_ID })
  id!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty({ ...RETURNED_URL, example: 'https://example.com/ada.png' })
  image!: string | null;
}

export class AnswerForPlayers {
  @ApiProperty({ format: 'uuid', example: ANSWER_ID })
  id!: string;

  @ApiProperty({ example: 'Canberra' })
  text!: string;
}

export class Answer extends AnswerForPlayers {
  @ApiProperty({ example: true })
  isCorrect!: boolean;
}

class QuestionText {
  @ApiProperty({ format: 'uuid', example: QUESTION_ID })
  id!: string;

  @ApiProperty({ example: 'What is the capital of Australia?' })
  text!: string;

  @ApiProperty({ ...RETURNED_URL, example: 'https://example.com/australia.png' })
  imageUrl!: string | null;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'Position in the quiz, from 0', example: 0 })
  order!: number;
}

export class Question extends QuestionText {
  @ApiProperty({ type: [Answer] })
  answers!: Answer[];

  @ApiPropertyOptional({
    description: `${EXPLANATION}. Absent if there is none`,
    example: 'Canberra was founded as a compromise between Sydney and Melbourne.',
  })
  explanation?: string;
}

export class QuestionForPlayers extends QuestionText {
  @ApiProperty({ type: [AnswerForPlayers] })
  answers!: AnswerForPlayers[];
}

export class Quiz extends QuizListItem {
  @ApiProperty()
  author!: Author;

  @ApiProperty({ type: [Question] })
  questions!: Question[];
}

/** A quiz without which answers are correct. */
export class QuizForPlayers extends QuizListItem {
  @ApiProperty()
  author!: Author;

  @ApiProperty({ type: [QuestionForPlayers] })
  questions!: QuestionForPlayers[];
}

export class QuizForm {
  @ChoiceField({
    of: ['hidden'],
    optional: true,
    description:
      '`hidden` leaves out `isCorrect`, so that the response is a `QuizForPlayers`. Use `GET /quizzes/{id}/questions` instead, whose ' +
      'schema says so',
    deprecated: true,
  })
  answers?: 'hidden';
}

export class QuizDeletion {
  @ApiProperty({ example: 'Quiz deleted successfully' })
  message!: string;
}
