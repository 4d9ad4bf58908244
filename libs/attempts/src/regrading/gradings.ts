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

/**
 * Whether an attempt gets the point of a question that counts.
 * @param answer the position of the chosen answer, if any
 */
export function isCorrectAt({ answers, regrade }: GradedQuestion, answer: number | undefined): boolean {
  return regrade === 'everyone' || (answer !== undefined && answers[answer]?.isCorrect === true);
}

/** How a question of a version is graded. */
export interface QuestionRegrade extends RegradeRule {
  readonly version: number;
  /** Position of the question in the version. */
  readonly question: number;
}

/** A regrade as it is stored, with the numbers of the gradings that began with it and with its undoing. */
export interface NumberedRegrade extends QuestionRegrade {
  readonly grading: number;
  readonly undoneGrading: number | null;
}

/** The gradings of a quiz. Each regrade and each undoing of one begins another, and all attempts know by which they are scored. */
export class Gradings {
  /** The number of the one that applies to new attempts; 0 without regrades. */
  readonly latest: number;
  private readonly keys = new Map<string, string>();
  private readonly graded = new Map<string, GradedContent>();

  /** @param regrades the oldest first: of several of a question the last one counts */
  constructor(private readonly regrades: readonly NumberedRegrade[]) {
    this.latest = regrades.reduce((last, { grading, undoneGrading }) => Math.max(last, grading, undoneGrading ?? 0), 0);
  }

  /** The content of a version as one grading marks it; the content itself if no question is regraded. */
  of(version: number, content: QuizContent, grading: number = this.latest): GradedContent {
    const rules = this.keyOf(version, grading);
    if (rules === '') return content;
    const key = `${version} ${rules}`;
    const known = this.graded.get(key);
    if (known !== undefined) return known;
    const byPosition = this.rulesOf(version, grading);
    const graded = content.map((question, position) => {
      const rule = byPosition.get(position);
      return rule === undefined ? question : gradeQuestion(question, rule);
    });
    this.graded.set(key, graded);
    return graded;
  }

  /** The same text for all gradings that mark a version alike. */
  keyOf(version: number, grading: number): string {
    const known = this.keys.get(`${version} ${grading}`);
    if (known !== undefined) return known;
    const rules = [...this.rulesOf(version, grading)].sort(([one], [other]) => one - other);
    const key = rules.map(([question, { kind, answers }]) => `${question} ${kind} ${answers.join()}`).join(';');
    this.keys.set(`${version} ${grading}`, key);
    return key;
  }

  /** By the positions of the questions. */
  private rulesOf(version: number, grading: number): Map<number, RegradeRule> {
    const rules = new Map<number, RegradeRule>();
    for (const regrade of this.regrades) {
      if (regrade.version === version && applies(regrade, grading)) rules.set(regrade.question, regrade);
    }
    return rules;
  }
}

const applies = (regrade: NumberedRegrade, grading: number) =>
  regrade.grading <= grading && (regrade.undoneGrading === null || regrade.undoneGrading > grading);

const READ = sql(`
  SELECT version, question, kind, answers, grading, undone_grading AS "undoneGrading" FROM regrades WHERE quiz_id = $1 ORDER BY grading`);

/** Reads the gradings of a quiz. */
export async function readGradings(reader: Reader, quizId: string): Promise<Gradings> {
  return new Gradings(await reader.query<NumberedRegrade & object>(READ, [quizId]));
}
