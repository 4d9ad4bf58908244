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
  /** The questions that it applies to, in all versions that have them. */
  readonly questionIds: readonly string[];
  readonly grading: number;
  readonly undoneGrading: number | null;
  /** Whether attempts are left to which it, or its undoing, has not been applied. */
  readonly pending: boolean;
}

/** A version of a quiz as its gradings mark it. */
interface GradedVersion {
  /** The gradings that changed it, in order. */
  changes: readonly number[];
  /** Its content by the last change, as far as it was requested. */
  byChange: Map<number, GradedContent>;
  /** The same by the rules of its questions. */
  byRules: Map<string, GradedContent>;
}

/** The gradings of a quiz. Each regrade and each undoing of one begins another, and all attempts know by which they are scored. */
export class GradingHistory {
  /** The number of the one that applies to new attempts; 0 without regrades. */
  readonly latest: number;
  private readonly byQuestion = new Map<string, NumberedRegrade[]>();
  private readonly versions = new Map<number, GradedVersion>();

  /** @param regrades the oldest first: of several of a question the last one counts */
  constructor(private readonly regrades: readonly NumberedRegrade[]) {
    this.latest = regrades.reduce((last, { grading, undoneGrading }) => Math.max(last, grading, undoneGrading ?? 0), 0);
    for (const regrade of regrades) {
      for (const id of regrade.questionIds) {
        const known = this.byQuestion.get(id);
        if (known === undefined) this.byQuestion.set(id, [regrade]);
        else known.push(regrade);
      }
    }
  }

  /** The same with one more regrade. */
  with(regrade: Pick<NumberedRegrade, 'id' | 'questionIds' | 'kind' | 'answers'>): GradingHistory {
    const numbers = { grading: this.latest + 1, undoneGrading: null, pending: true };
    return new GradingHistory([...this.regrades, { ...regrade, ...numbers }]);
  }

  /** Whether a regrade, other than the named one, has not been applied to all attempts. */
  isInProgress(except?: string): boolean {
    return this.regrades.some(({ id, pending }) => pending && id !== except);
  }

  /**
   * The content of a version as one grading marks it: the content itself if no question is regraded, and the same object for all gradings
   * that mark the version alike.
   */
  of(version: number, content: QuizContent, grading: number = this.latest): GradedContent {
    const { changes, byChange, byRules } = this.versionOf(version, content);
    const change = changes.findLast((number) => number <= grading) ?? 0;
    const known = byChange.get(change);
    if (known !== undefined) return known;
    const rules = this.rulesOf(idsOf(content), change);
    const key = rules.map((rule) => rule && `${rule.kind} ${rule.answers.join()}`).join(';');
    const graded = byRules.get(key) ?? gradeContent(content, rules);
    byRules.set(key, graded);
    byChange.set(change, graded);
    return graded;
  }

  /** The regrade that applies to a question. */
  regradeOf(questionId: string, grading: number = this.latest): NumberedRegrade | undefined {
    return this.byQuestion
      .get(questionId)
      ?.findLast((one) => one.grading <= grading && (one.undoneGrading === null || one.undoneGrading > grading));
  }

  /** Whether none of these questions of a version counts. */
  isLeftOut(questionIds: readonly string[], grading: number = this.latest): boolean {
    return questionIds.every((id) => this.regradeOf(id, grading)?.kind === 'omitted');
  }

  /** The rules of the questions of a version, undefined where the content says what is correct. */
  private rulesOf(questionIds: readonly string[], grading: number): (RegradeRule | undefined)[] {
    // A later version can lack the questions that counted. Its attempts would have no score.
    const isLeftOut = this.isLeftOut(questionIds, grading);
    return questionIds.map((id) => (isLeftOut ? undefined : this.regradeOf(id, grading)));
  }

  private versionOf(version: number, content: QuizContent): GradedVersion {
    const known = this.versions.get(version);
    if (known !== undefined) return known;
    const regrades = new Set(content.flatMap(({ id }) => this.byQuestion.get(id) ?? []));
    const changes = Array.from(regrades, ({ grading, undoneGrading }) => [grading, undoneGrading ?? grading]).flat();
    const graded = { changes: changes.toSorted((one, other) => one - other), byChange: new Map(), byRules: new Map() };
    this.versions.set(version, graded);
    return graded;
  }
}

const idsOf = (content: QuizContent) => content.map(({ id }) => id);

function gradeContent(content: QuizContent, rules: readonly (RegradeRule | undefined)[]): GradedContent {
  if (rules.every((rule) => rule === undefined)) return content;
  return content.map((question, position) => {
    const rule = rules[position];
    return rule === undefined ? question : gradeQuestion(question, rule);
  });
}

const READ = sql(`
  SELECT id, question_ids AS "questionIds", kind, answers, grading, undone_grading AS "undoneGrading", pending
  FROM regrades WHERE quiz_id = $1 ORDER BY grading`);

/** Reads the gradings of a quiz. */
export async function readGradingHistory(reader: Reader, quizId: string): Promise<GradingHistory> {
  return new GradingHistory(await reader.query<NumberedRegrade & object>(READ, [quizId]));
}
