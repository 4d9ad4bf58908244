import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ColumnsField, TableColumns } from '#libs/file-transfer';
import { ChoiceField, listOf, PageQuery, QueryIdsField } from '#libs/http';
import { UserErasedField } from '#libs/profiles';
import {
  LOSSES,
  type Loss,
  QUESTION_ROLES,
  type Question as FileQuestion,
  READ_FORMATS,
  type ReadFormat,
  type ReadQuestion as Read,
  WRITERS,
  type WrittenFormat,
} from '#libs/question-formats';
import { Question, QuizListItem } from './quiz.dto.js';
import { LanguageFilterField, SearchField, QuizTagField } from './quiz-filter.js';

/** Which quizzes to export; without filters or ids all of them. */
export class QuizSelection {
  @SearchField()
  search?: string;

  @QuizTagField()
  tag?: string;

  @LanguageFilterField()
  language?: string;

  @QueryIdsField({
    max: 100,
    optional: true,
    description: 'Ids of quizzes, separated by commas; those that do not exist are left out. Not together with filters',
    example: '019b76da-a800-7000-8000-000000000001',
  })
  ids?: string;
}

const QUIZ_ORDERS = ['createdAt', 'updatedAt', 'title'] as const;

/** Which quizzes to list, and in which order. */
export class QuizzesQuery extends PageQuery {
  @SearchField()
  search?: string;

  @QuizTagField()
  tag?: string;

  @LanguageFilterField()
  language?: string;

  @ChoiceField({
    of: QUIZ_ORDERS,
    optional: true,
    default: 'createdAt',
    description: 'Field of a quiz; equal ones are sorted by their ids, in the same order',
  })
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

export class UsedTag {
  @ApiProperty({ description: 'In one of the spellings that quizzes use', example: 'Geography' })
  tag!: string;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'Quizzes that have it', example: 12 })
  quizzes!: number;
}

export class UsedTags {
  @ApiProperty({ type: [UsedTag], description: 'The most used first, up to 1,000' })
  tags!: UsedTag[];
}

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

  @UserErasedField()
  userErased?: boolean;

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
    of: Object.keys(WRITERS),
    optional: true,
    default: 'jsonl',
    description: "A line of JSON, or Moodle's formats GIFT and XML",
  })
  format: WrittenFormat = 'jsonl';
}

export class QuestionFileQuery {
  @ChoiceField({
    of: READ_FORMATS,
    optional: true,
    default: 'gift',
    description:
      "Moodle's formats GIFT, XML and Aiken, or a table (CSV, or the first sheet of an Excel file) with the header `question,answer1,…,correct` and optionally `explanation`",
  })
  format: ReadFormat = 'gift';

  @ColumnsField(QUESTION_ROLES, 'question,answer,answer,correct')
  columns?: string;
}

/** A part of a file that a quiz cannot store, or a further line of a text, which Moodle reads as another one. */
class QuestionLoss implements Loss {
  @ApiProperty({
    enum: LOSSES,
    description:
      '`explanation` is one of more than 2,000 characters or with a formula, `weight` a part of the points for an answer, `points` more or less than one point for a question, `altText` the alternative text of an image that the question keeps, `lines` a further line of a text in Aiken, which was joined to the line before',
    example: 'feedback',
  })
  what!: Loss['what'];

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
class DraftQuestion implements FileQuestion {
  @ApiProperty({ example: 'What is the capital of Australia?' })
  text!: string;

  @ApiProperty({ type: String, format: 'uri', nullable: true, example: null })
  imageUrl!: string | null;

  @ApiProperty({ type: [DraftAnswer], description: '2 to 10, of which at least one is correct' })
  answers!: DraftAnswer[];

  @ApiPropertyOptional({
    description: 'Absent if there is none',
    example: 'Canberra was founded as a compromise between Sydney and Melbourne.',
  })
  explanation?: string;
}

/** A question of a file: converted to a question of a quiz, or with the reason why it cannot be one. */
export class ReadQuestion implements Read {
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

  @ApiProperty({ type: [QuestionLoss], description: 'What of it the question of a quiz leaves out or joins' })
  dropped!: QuestionLoss[];
}

export class QuestionReading {
  @ApiProperty({ type: [ReadQuestion], description: 'In the order of the file' })
  questions!: ReadQuestion[];

  @ApiProperty({ type: TableColumns, nullable: true, description: 'Of a table' })
  table!: TableColumns | null;
}
