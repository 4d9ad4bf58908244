import { type Totals, missingTotals } from '#libs/projections';
import type { Tally } from './tally.js';

const QUESTION_SUMS = ['restAttempts', 'restCorrect', 'restSum', 'restSquares', 'restSumOfCorrect'] as const;

/** The kinds of rows in the statistics of a quiz, with their keys and totals. */
export const KINDS = [
  { kind: 'scores', key: 'range', names: ['attempts', 'passed', 'timedOut'] },
  { kind: 'days', key: 'day', names: ['attempts', 'passed'] },
  { kind: 'questions', key: 'questionId', names: ['attempts', 'correct', ...QUESTION_SUMS] },
] as const;

/** Rows by their keys. */
type Rows = Map<string, Totals>;

/** The statistics of one quiz. */
export class QuizTally {
  readonly scores: Rows = new Map();
  readonly days: Rows = new Map();
  readonly questions: Rows = new Map();

  constructor(readonly quizId: string) {}

  /** Adds the parts of a tally that belong to this quiz alone. */
  add(tally: Pick<Tally, 'scores' | 'days' | 'questions'>): void {
    for (const { kind, key, names } of KINDS) {
      for (const row of tally[kind] as unknown as Record<string, unknown>[]) {
        const id = String(row[key]);
        const former = this[kind].get(id);
        this[kind].set(
          id,
          Object.fromEntries(names.map((name) => [name, Number(row[name]) + (former?.[name] ?? 0)] as const)),
        );
      }
    }
  }

  /** The difference to add to the rows of the other one to get these. */
  minus(other: QuizTally): Tally {
    const [scores, days, questions] = KINDS.map(({ kind, key, names }) => {
      const ids = new Set([...this[kind].keys(), ...other[kind].keys()]);
      return [...ids].map((id) => ({
        quizId: this.quizId,
        [key]: key === 'range' ? Number(id) : id,
        ...missingTotals<string>(names, this[kind].get(id), other[kind].get(id)),
      }));
    });
    return { scores, days, questions, activity: [], users: [] } as unknown as Tally;
  }
}
