// What counts as correct at the versions of a quiz: their content, and its regrades.
import { type Reader, sql } from '#libs/database';
import type { ContentQuestion, QuizContent } from '#libs/quizzes';

/** Some answers get the point, or every attempt does, or none: then the question is left out. */
export const REGRADE_KINDS = ['answers', 'everyone', 'omitted'] as const;

export type RegradeKind = (typeof REGRADE_KINDS)[number];

/** How a question is graded instead of by its content. */
export interface RegradeRule {
  readonly kind: RegradeKind;
  /** Positions of the answers that get the point; empty for the other kinds. */
  readonly answers: readonly number[];
}

/** A question whose answers say what is correct after its regrades. */
export interface GradedQuestion extends ContentQuestion {
  /** Of the regrade that applies. */
  regrade?: RegradeKind;
}

/** The questions of a version as its attempts are scored. */
export type GradedContent = readonly GradedQuestion[];

/** The answers to an omitted question are marked as its content says. */
export function gradeQuestion(question: ContentQuestion, { kind, answers }: RegradeRule): GradedQuestion {
  if (kind === 'omitted') return { ...question, regrade: kind };
  const isCorrect = (position: number) => kind === 'everyone' || answers.includes(position);
  return {
    ...question,
    regrade: kind,
    answers: question.answers.map((answer, position) => ({ ...answer, isCorrect: isCorrect(position) })),
  };
}

export const isCounted = ({ regrade }: GradedQuestion): boolean => regrade !== 'omitted';

/** The rule by which a question is graded without a regrade. */
export const ruleInContent = ({ answers }: ContentQuestion): RegradeRule => ({
  kind: 'answers',
  answers: answers.flatMap(({ isCorrect }, position) => (isCorrect ? [position] : [])),
});

export const isSameRule = (one: RegradeRule, other: RegradeRule): boolean =>
  one.kind === other.kind && one.answers.join() === other.answers.join();

/**
 * Whether an attempt gets the point of a question that counts.
 * @param answer the position of the chosen answer, if any
 */
export function isCorrectAt({ answers, regrade }: GradedQuestion, answer: number | undefined): boolean {
  return regrade === 'everyone' || (answer !== undefined && answers[answer]?.isCorrect === true);
}

/** A regrade as it is stored, with the numbers of the gradings that began with it and with its undoing. */
export interface NumberedRegrade extends RegradeRule {
  readonly id: string;
  /**
   * The questions that it applies to, in all versions that have them. Null for one that was stored before regrades applied to several
   * versions: it applies to the question at its position in its version.
   */
  readonly questionIds: readonly string[] | null;
  readonly version: number;
  /** Position of the question in the version. */
  readonly question: number;
  readonly grading: number;
  readonly undoneGrading: number | null;
}

/** How a grading marks the questions of a version. */
interface VersionRules {
  /** By the positions of the questions, in their order. */
  byPosition: ReadonlyMap<number, RegradeRule>;
  /** The same text for the same rules; empty if there are none. */
  key: string;
}

/** The gradings of a quiz. Each regrade and each undoing of one begins another, and all attempts know by which they are scored. */
export class Gradings {
  /** The number of the one that applies to new attempts; 0 without regrades. */
  readonly latest: number;
  private readonly rules = new Map<string, VersionRules>();
  private readonly graded = new Map<string, GradedContent>();

  /** @param regrades the oldest first: of several of a question the last one counts */
  constructor(private readonly regrades: readonly NumberedRegrade[]) {
    this.latest = regrades.reduce((last, { grading, undoneGrading }) => Math.max(last, grading, undoneGrading ?? 0), 0);
  }

  /** The same with one more regrade. */
  with(regrade: Omit<NumberedRegrade, 'grading' | 'undoneGrading'>): Gradings {
    return new Gradings([...this.regrades, { ...regrade, grading: this.latest + 1, undoneGrading: null }]);
  }

  /** The content of a version as one grading marks it; the content itself if no question is regraded. */
  of(version: number, content: QuizContent, grading: number = this.latest): GradedContent {
    const { byPosition, key: rules } = this.rulesOf(version, content, grading);
    if (rules === '') return content;
    const key = `${version} ${rules}`;
    const known = this.graded.get(key);
    if (known !== undefined) return known;
    const graded = content.map((question, position) => {
      const rule = byPosition.get(position);
      return rule === undefined ? question : gradeQuestion(question, rule);
    });
    this.graded.set(key, graded);
    return graded;
  }

  /** The same text for all gradings that mark a version alike. */
  keyOf(version: number, content: QuizContent, grading: number = this.latest): string {
    return this.rulesOf(version, content, grading).key;
  }

  /** The regrade that applies to a question of a version. */
  regradeOf(version: number, position: number, questionId: string, grading = this.latest): NumberedRegrade | undefined {
    return this.regrades.findLast(
      (one) =>
        (one.questionIds?.includes(questionId) ?? (one.version === version && one.question === position)) &&
        one.grading <= grading &&
        (one.undoneGrading === null || one.undoneGrading > grading),
    );
  }

  /** Whether none of the questions of a version counts. */
  isLeftOut(version: number, questionIds: readonly string[]): boolean {
    return questionIds.every((id, position) => this.regradeOf(version, position, id)?.kind === 'omitted');
  }

  private rulesOf(version: number, content: QuizContent, grading: number): VersionRules {
    const known = this.rules.get(`${version} ${grading}`);
    if (known !== undefined) return known;
    const found = content.flatMap(({ id }, position) => {
      const regrade = this.regradeOf(version, position, id, grading);
      return regrade === undefined ? [] : [[position, regrade] as const];
    });
    // A later version can lack the questions that counted. Its attempts would have no score.
    const isLeftOut = found.length === content.length && found.every(([, { kind }]) => kind === 'omitted');
    const applied = isLeftOut ? [] : found;
    const key = applied.map(([position, { kind, answers }]) => `${position} ${kind} ${answers.join()}`).join(';');
    const rules = { byPosition: new Map(applied), key };
    this.rules.set(`${version} ${grading}`, rules);
    return rules;
  }
}

const READ = sql(`
  SELECT id, question_ids AS "questionIds", version, question, kind, answers, grading, undone_grading AS "undoneGrading"
  FROM regrades WHERE quiz_id = $1 ORDER BY grading`);

/** Reads the gradings of a quiz. */
export async function readGradings(reader: Reader, quizId: string): Promise<Gradings> {
  return new Gradings(await reader.query<NumberedRegrade & object>(READ, [quizId]));
}
