import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField, listOf, PageQuery, TextField } from '#libs/http';
import { Question, type QuestionBody, QuizListItem } from './quiz.dto.js';

const SearchField = () =>
  TextField({
    min: 0,
    max: 200,
    trim: true,
    optional: true,
    description: 'Beginnings of words of the title; all of them must be found',
    example: 'capital eur',
  });

/** Which quizzes to export; without a search all of them. */
export class QuizSearch {
  @SearchField()
  search?: string;
}

export const QUIZ_ORDERS = ['createdAt', 'updatedAt', 'title'] as const;

/** Which quizzes to list, and in which order. */
export class QuizzesQuery extends PageQuery {
  @SearchField()
  search?: string;

  @ChoiceField({ of: QUIZ_ORDERS, optional: true, default: 'createdAt' })
  sort: (typeof QUIZ_ORDERS)[number] = 'createdAt';

  @ChoiceField({ of: ['asc', 'desc'], optional: true, default: 'desc' })
  order: 'asc' | 'desc' = 'desc';
}

export class ListedQuiz extends QuizListItem {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'Questions that it has now', example: 10 })
  questionCount!: number;

  @ApiProperty({ description: 'Name of the user who created it', example: 'Ada Lovelace' })
  authorName!: string;
}

export class ListedQuizzes extends listOf('quizzes', ListedQuiz) {}

export class ListedVersion {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'From 1; the highest one is current', example: 2 })
  version!: number;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-01-01T00:00:00.000Z' })
  createdAt!: Date;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Who saved it; null if unknown',
    example: '019b76da-a800-7000-8000-000000000004',
  })
  authorId!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Ada Lovelace' })
  authorName!: string | null;

  @ApiProperty({ type: 'integer', format: 'int32', example: 10 })
  questionCount!: number;
}

export class ListedVersions extends listOf('versions', ListedVersion) {}

export class VersionQuestions {
  @ApiProperty({ type: 'integer', format: 'int32', example: 2 })
  version!: number;

  @ApiProperty({ type: [Question] })
  questions!: Question[];
}

export class QuizFormat {
  @ChoiceField({
    of: ['jsonl', 'gift'],
    optional: true,
    default: 'jsonl',
    description: "A line of JSON, or Moodle's text format",
  })
  format: 'jsonl' | 'gift' = 'jsonl';
}

export class GiftBody {
  @TextField({ min: 1, max: 1_000_000, example: 'What is the capital of Australia? {=Canberra ~Sydney}' })
  text!: string;
}

/** A part of a GIFT file that a quiz cannot store. */
export class GiftLoss {
  @ApiProperty({
    enum: ['feedback', 'weight'],
    description: 'Answers with a positive weight are correct ones',
    example: 'feedback',
  })
  what!: 'feedback' | 'weight';

  @ApiProperty({ type: 'integer', description: 'Line in which it begins, from 1', example: 3 })
  line!: number;
}

class DraftAnswer {
  @ApiProperty({ example: 'Canberra' })
  text!: string;

  @ApiProperty({ example: true })
  isCorrect!: boolean;
}

/** A question that fits into the body of a quiz. */
class DraftQuestion implements QuestionBody {
  @ApiProperty({ example: 'What is the capital of Australia?' })
  text!: string;

  @ApiProperty({ type: String, format: 'uri', nullable: true, example: null })
  imageUrl!: string | null;

  @ApiProperty({ type: [DraftAnswer], description: '2 to 10, of which at least one is correct' })
  answers!: DraftAnswer[];
}

/** A question of a GIFT file: converted to a question of a quiz, or with the reason why it cannot be one. */
export class GiftQuestion {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'Line in which it begins, from 1', example: 1 })
  line!: number;

  @ApiProperty({ type: String, nullable: true, description: 'The name it has in the file', example: 'Australia' })
  name!: string | null;

  @ApiProperty({ type: DraftQuestion, nullable: true })
  question!: DraftQuestion | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why it cannot be a question of a quiz; null where it can',
    example: null,
  })
  problem!: string | null;

  @ApiProperty({ type: [GiftLoss], description: 'What of it the question of a quiz leaves out' })
  dropped!: GiftLoss[];
}

export class GiftReading {
  @ApiProperty({ type: [GiftQuestion], description: 'In the order of the file' })
  questions!: GiftQuestion[];
}
