import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField, QueryNumberField, QueryTimestampField } from '#libs/http';
import { UserTagField } from '#libs/profiles';
import { REGRADE_KINDS, type RegradeKind } from '#libs/attempts';
import { PER_USER, type Selection } from './attempt-reader.js';

const QUESTION_ID = '019b76da-a800-7000-8000-000000000002';
const ANSWER_ID = '019b76da-a800-7000-8000-000000000003';

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

export class Interval {
  @ApiProperty({ example: 0.66 })
  low!: number;

  @ApiProperty({ example: 0.82 })
  high!: number;
}

/** Whose attempts chose an answer, or none. */
export class AnswerFrequency {
  @ApiProperty({ type: 'integer', description: 'Attempts that chose it', example: 90 })
  attempts!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Share of the third of all attempts with the highest scores that chose it, 0 to 1. Attempts that tie at the edge of the ' +
      'third count in part. Null if none of the third had the question',
    example: 0.95,
  })
  upperThird!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'The same of the third with the lowest scores',
    example: 0.4,
  })
  lowerThird!: number | null;
}

export class AnswerStatistics extends AnswerFrequency {
  @ApiProperty({ format: 'uuid', example: ANSWER_ID })
  answerId!: string;

  @ApiProperty({ example: 'Canberra' })
  text!: string;

  @ApiProperty({ example: true })
  isCorrect!: boolean;
}

const INTERVAL =
  'lies in it with 95 % confidence. Null where the value is, where attempts without differences say nothing about it, and for ' +
  'all attempts: those of one user are alike';

export class QuestionStatistics {
  @ApiProperty({ format: 'uuid', example: QUESTION_ID })
  questionId!: string;

  @ApiProperty({ example: 'What is the capital of Australia?' })
  text!: string;

  @ApiProperty({
    type: String,
    enum: REGRADE_KINDS,
    nullable: true,
    description:
      'What counts at the version instead of its content: other answers, everyone, or it is omitted. Null if not regraded',
    example: null,
  })
  regrade!: RegradeKind | null;

  @ApiProperty({
    type: 'integer',
    description: 'Attempts at versions that have it, or one with the same text, image and ordered answers',
    example: 120,
  })
  attempts!: number;

  @ApiProperty({ type: 'integer', description: 'Those that answered it correctly', example: 90 })
  correct!: number;

  @ApiProperty({
    type: 'integer',
    description:
      'Those in which other answers count than here, because they were scored by a former key. A regrade changes them',
    example: 0,
  })
  gradedOtherwise!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Share of the attempts that answered it correctly, 0 to 1; null below 5 attempts',
    example: 0.75,
  })
  difficulty!: number | null;

  @ApiProperty({
    type: Interval,
    nullable: true,
    description: `The share among many such attempts ${INTERVAL} (Wilson)`,
  })
  difficultyInterval!: Interval | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Point-biserial correlation of answering it correctly with the share of the other questions answered correctly, -1 to 1; ' +
      'null below 5 attempts, and where all attempts are alike',
    example: 0.42,
  })
  discrimination!: number | null;

  @ApiProperty({
    type: Interval,
    nullable: true,
    description: `The correlation among many such attempts ${INTERVAL} (Fisher)`,
  })
  discriminationInterval!: Interval | null;

  @ApiProperty({ type: [AnswerStatistics], description: 'How often each answer was chosen, in their order' })
  answers!: AnswerStatistics[];

  @ApiProperty({ type: AnswerFrequency, description: 'Attempts that left the question out' })
  unanswered!: AnswerFrequency;
}

/** In percent. */
export class ScoreSummary {
  @ApiProperty({ example: 71.5 })
  mean!: number;

  @ApiProperty({ type: Interval, nullable: true, description: `The mean of many such attempts ${INTERVAL}` })
  meanInterval!: Interval | null;

  @ApiProperty({ example: 70 })
  median!: number;

  @ApiProperty({ description: 'Of a sample', example: 18.25 })
  standardDeviation!: number;
}

export class QuizReliability {
  @ApiProperty({
    type: 'integer',
    description: 'Of the versions that have an alpha, the one with most attempts',
    example: 2,
  })
  version!: number;

  @ApiProperty({ type: 'integer', description: 'Attempts at this version', example: 100 })
  attempts!: number;

  @ApiProperty({ type: 'integer', description: 'Questions of this version', example: 10 })
  questions!: number;

  @ApiProperty({ description: "Cronbach's alpha, at most 1", example: 0.78 })
  alpha!: number;

  @ApiProperty({ type: Interval, nullable: true, description: `The alpha of many such attempts ${INTERVAL}` })
  interval!: Interval | null;
}

export class QuizVersion {
  @ApiProperty({ type: 'integer', example: 2 })
  version!: number;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-01-01T00:00:00.000Z' })
  createdAt!: Date;

  @ApiProperty({ type: 'integer', description: 'Number of questions', example: 10 })
  questions!: number;
}

export class QuizStatistics {
  @ApiProperty({ type: 'integer', example: 120 })
  attempts!: number;

  @ApiProperty({ type: 'integer', example: 90 })
  passed!: number;

  @ApiProperty({ type: 'integer', example: 3 })
  timedOut!: number;

  @ApiProperty({ type: 'integer', description: 'Lowest percentage that passes today', example: 70 })
  passPercentage!: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'Attempts that were completed earlier are left out, because there are too many: up to 500,000 attempts are read, or up to ' +
      '2,000,000 answers. Null if none are left out',
    example: null,
  })
  since!: Date | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Attempts at earlier versions are left out, because up to 2,000 questions of versions are read. Null if none are left out',
    example: null,
  })
  sinceVersion!: number | null;

  @ApiProperty({ type: ScoreSummary, nullable: true, description: 'Null below 5 attempts' })
  summary!: ScoreSummary | null;

  @ApiProperty({
    type: QuizReliability,
    nullable: true,
    description: 'Null below 5 attempts at the same version, for one question, and if all have the same score',
  })
  reliability!: QuizReliability | null;

  @ApiProperty({ type: [ScoreCount], description: '20 ranges of 5 points each, from 0' })
  scores!: ScoreCount[];

  @ApiProperty({ type: [DayCount], description: 'Up to 90 days until today or the end of the range, oldest first' })
  days!: DayCount[];

  @ApiProperty({
    type: [QuestionStatistics],
    description: 'Questions of the chosen version, or of the current one, in their order',
  })
  questions!: QuestionStatistics[];

  @ApiProperty({ type: [QuizVersion], description: 'All versions of the quiz, the current one first' })
  versions!: QuizVersion[];
}

/** Which attempts at a quiz the statistics are about; an absent filter does not apply. */
export class StatisticsQuery {
  @ChoiceField({
    of: PER_USER,
    optional: true,
    default: 'all',
    description: "All attempts, or each user's first or best one of those that match the other filters and are read",
  })
  attempts: (typeof PER_USER)[number] = 'all';

  @QueryNumberField({ description: 'Attempts at this version only' })
  version?: number;

  @UserTagField()
  tag?: string;

  @QueryTimestampField({ description: 'Attempts completed at this time or later', example: '2026-01-01T00:00:00Z' })
  from?: string;

  @QueryTimestampField({ description: 'Attempts completed before this time', example: '2026-02-01T00:00:00Z' })
  to?: string;
}

export function selectionOf(quizId: string, { attempts, version, tag, from, to }: StatisticsQuery): Selection {
  const timeOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return { quizId, perUser: attempts, version, tag, from: timeOf(from), to: timeOf(to) };
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
