// The settings of a quiz that say how it is taken. Responses contain those that differ from their default.
import { ApiPropertyOptional } from '@nestjs/swagger';
import {
  BooleanField,
  ChoiceField,
  IntegerField,
  LanguageField,
  TextsField,
  TimeField,
  ValidateWith,
} from '#libs/http';

/** When results and attempts tell a user which answers are correct. */
export const REVEALS = ['always', 'afterLastAttempt', 'never'] as const;

export type RevealAnswers = (typeof REVEALS)[number];

type Unset = 'null' | 'absent';

const PASS = (unset: Unset) =>
  `The lowest percentage at which an attempt passes; ${unset} for that of the service. It applies to new attempts`;
const REVEAL =
  'When results and attempts tell a user which answers are correct. Administrators always see it. `afterLastAttempt`: ' +
  'once the user has no attempts left and no open start, or the quiz is closed and nobody has one';
const OPENS = (unset: Unset) =>
  `Before this time the quiz exists for administrators only; ${unset}: from the beginning`;
const CLOSES = (unset: Unset) => `From this time on new starts, and attempts without a start, get 409; ${unset}: never`;
const START = 'Whether attempts have to be started. Only administrators then get the quiz with its solution';
const DRAW = (unset: Unset) => `How many questions a start draws at random; ${unset}: all of them`;
const TAGS = 'Of 1 to 50 characters. Those that differ in case only are equal, and the first one is kept';
const LANGUAGE = 'A language tag of BCP 47';

const OPENS_AT = '2036-01-01T08:00:00.000Z';
const CLOSES_AT = '2036-01-31T18:00:00.000Z';
const MAX_TAGS = 20;

export class QuizSettingsBody {
  @IntegerField({
    min: 0,
    max: 100,
    optional: true,
    nullable: true,
    default: null,
    description: PASS('null'),
    example: 80,
  })
  passPercentage: number | null = null;

  @ChoiceField({ of: REVEALS, optional: true, default: 'always', description: REVEAL })
  revealAnswers: RevealAnswers = 'always';

  @TimeField({ optional: true, nullable: true, default: null, description: OPENS('null'), example: OPENS_AT })
  opensAt: Date | null = null;

  @TimeField({
    optional: true,
    nullable: true,
    default: null,
    description: `${CLOSES('null')}. After \`opensAt\``,
    example: CLOSES_AT,
  })
  @ValidateWith((closesAt, quiz) => {
    const { opensAt } = quiz as QuizSettingsBody;
    const isBefore = opensAt instanceof Date && closesAt instanceof Date && closesAt <= opensAt;
    return isBefore ? 'must be after opensAt' : undefined;
  })
  closesAt: Date | null = null;

  @BooleanField({ optional: true, default: false, description: START, example: true })
  requireStart = false;

  @IntegerField({
    min: 1,
    max: 200,
    optional: true,
    nullable: true,
    default: null,
    description: `${DRAW('null')}. Needs \`requireStart\``,
    example: 1,
  })
  @ValidateWith((drawCount, quiz) => {
    const { requireStart, questions } = quiz as QuizSettingsBody & { questions?: unknown };
    if (!requireStart) return 'needs requireStart';
    const isMore = Array.isArray(questions) && typeof drawCount === 'number' && drawCount > questions.length;
    return isMore ? 'must not be more than the questions' : undefined;
  })
  drawCount: number | null = null;

  @TextsField({
    max: MAX_TAGS,
    each: { min: 1, max: 50 },
    optional: true,
    default: [],
    description: TAGS,
    example: ['Geography'],
  })
  tags: string[] = [];

  @LanguageField({ optional: true, nullable: true, default: null, description: LANGUAGE, example: 'en' })
  language: string | null = null;
}

/** Each is absent where it has its default. */
export class QuizSettings {
  @ApiPropertyOptional({ type: 'integer', format: 'int32', description: PASS('absent'), example: 80 })
  passPercentage?: number;

  @ApiPropertyOptional({ type: String, enum: REVEALS, description: REVEAL, example: 'afterLastAttempt' })
  revealAnswers?: RevealAnswers;

  @ApiPropertyOptional({ type: String, format: 'date-time', description: OPENS('absent'), example: OPENS_AT })
  opensAt?: Date;

  @ApiPropertyOptional({ type: String, format: 'date-time', description: CLOSES('absent'), example: CLOSES_AT })
  closesAt?: Date;

  @ApiPropertyOptional({ description: START, example: true })
  requireStart?: boolean;

  @ApiPropertyOptional({ type: 'integer', format: 'int32', description: DRAW('absent'), example: 1 })
  drawCount?: number;

  @ApiPropertyOptional({ type: [String], description: TAGS, example: ['Geography'] })
  tags?: string[];

  @ApiPropertyOptional({ description: LANGUAGE, example: 'en' })
  language?: string;
}

/** The settings that differ from their default. */
export function settingsOf(row: QuizSettingsBody): QuizSettings {
  return {
    ...(row.passPercentage !== null && { passPercentage: row.passPercentage }),
    ...(row.revealAnswers !== 'always' && { revealAnswers: row.revealAnswers }),
    ...(row.opensAt !== null && { opensAt: row.opensAt }),
    ...(row.closesAt !== null && { closesAt: row.closesAt }),
    ...(row.requireStart && { requireStart: true }),
    ...(row.drawCount !== null && { drawCount: row.drawCount }),
    ...(row.tags.length > 0 && { tags: row.tags }),
    ...(row.language !== null && { language: row.language }),
  };
}
