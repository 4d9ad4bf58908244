// How the questions of a quiz were answered.
import { type GradedContent, type GradedQuestion, isCounted } from '#libs/attempts';
import type { QuizContent } from '#libs/quizzes';
import {
  type AnswerCount,
  type AnswerRow,
  answersKey,
  type ScoreRow,
  type SelectedAttempts,
} from './attempt-reader.js';
import { correlationInterval, shareInterval } from './estimates.js';
import { addToItem, type AlikeAttempts, difficulty, discrimination, type ItemSums, newItem } from './item-analysis.js';
import { groupBy } from './group-by.js';
import { positionsOf } from './question-positions.js';
import { type Reliability, reliabilityOf, sumOf } from './score-statistics.js';
import type { AnswerFrequency, QuestionStatistics } from './statistics.dto.js';
import { BANDS, bandOf, sharesOf } from './thirds.js';

/** Attempts in one band of scores, with the sum of their numbers of correct answers and of the squares. */
type Cell = Pick<AnswerCount, 'attempts' | 'sum' | 'squares'>;

/** The answers to one question: how many attempts of each band chose each of them, or none (-1). */
interface QuestionTally {
  item: ItemSums;
  chosen: Map<number, number[]>;
  /** Numbers of attempts by the marks that they were graded with. */
  marks: Map<string, number>;
}

const UNANSWERED = -1;

/** The same text for questions at which the same answers get the point. */
const marksOf = ({ regrade, answers }: GradedQuestion): string =>
  regrade === 'everyone' || regrade === 'omitted'
    ? regrade
    : answers.map(({ isCorrect }) => Number(isCorrect)).join('');

/** Adds up the answers to the questions, version by version. */
export class QuestionAnalysis {
  private readonly tallies = new Map<string, QuestionTally>();

  /** @param withIntervals only if the attempts are independent of each other */
  constructor(
    private readonly selected: Pick<SelectedAttempts, 'thirds' | 'answers' | 'asked'>,
    private readonly withIntervals: boolean,
  ) {}

  /**
   * Adds the attempts at one version that are graded alike.
   * @param content its questions: those of several versions with the same wording are the same
   * @param graded the same as these attempts are graded
   * @param rows their scores
   * @param drawn how many of the questions count that their starts drew; null if all questions were asked
   * @returns the reliability of these attempts; null if they had different questions
   */
  addVersion(
    content: QuizContent,
    graded: GradedContent,
    rows: readonly ScoreRow[],
    drawn: number | null = null,
  ): Reliability | null {
    const whole = this.bandsOf(rows);
    const attempts = sumOf(whole, (cell) => cell.attempts);
    const totalQuestions = drawn ?? graded.filter(isCounted).length;
    const answersAt = answersOf(this.selected.answers, rows);
    const askedAt = answersOf(this.selected.asked, rows);
    const correct = [...positionsOf(content).keys()].flatMap((questionKey, at) => {
      const question = graded[at] as GradedQuestion;
      const tally = this.tallyOf(questionKey);
      const left = drawn === null ? whole.map((cell) => ({ ...cell })) : bandsOfAsked(askedAt.get(at) ?? []);
      const asked = sumOf(left, (cell) => cell.attempts);
      tally.marks.set(marksOf(question), (tally.marks.get(marksOf(question)) ?? 0) + asked);
      const counts = isCounted(question);
      // Without spread syntax, which takes twenty times as long: there may be 100,000 cells.
      const addCell = (answer: number, band: number, cell: Cell, isCorrect: boolean) => {
        const { attempts: alike, sum, squares } = cell;
        add(tally, answer, band, { attempts: alike, sum, squares, isCorrect, isCounted: counts, totalQuestions });
      };
      const before = tally.item.correct;
      for (const { answers } of answersAt.get(at) ?? []) {
        for (const chosen of answers) {
          addCell(chosen.answer, chosen.band, chosen, question.answers[chosen.answer]?.isCorrect === true);
          subtract(left[chosen.band] as Cell, chosen);
        }
      }
      const isEverybodys = question.regrade === 'everyone';
      left.forEach((cell, band) => addCell(UNANSWERED, band, cell, isEverybodys));
      return counts ? [tally.item.correct - before] : [];
    });
    const results = {
      attempts,
      correct,
      sum: sumOf(whole, ({ sum }) => sum),
      squares: sumOf(whole, ({ squares }) => squares),
    };
    return drawn === null ? reliabilityOf(results, this.withIntervals) : null;
  }

  /**
   * The statistics of these questions, in their order.
   * @param graded the same questions as they are shown
   */
  of(content: QuizContent, graded: GradedContent): QuestionStatistics[] {
    const shares = sharesOf(this.selected.thirds);
    return [...positionsOf(content).keys()].map((key, position) => {
      const question = graded[position] as GradedQuestion;
      const { id, text, answers, regrade = null } = question;
      const { item, chosen, marks } = this.tallyOf(key);
      const asked = Array.from({ length: BANDS }, (_, band) => sumOf(chosen.values(), (bands) => bands[band] ?? 0));
      const frequencyOf = (answer: number): AnswerFrequency => {
        const bands = chosen.get(answer) ?? [];
        return {
          attempts: sumOf(bands, (count) => count),
          upperThird: shareOf(bands, asked, shares.upper),
          lowerThird: shareOf(bands, asked, shares.lower),
        };
      };
      return {
        questionId: id,
        text,
        regrade,
        ...estimatesOf(item, this.withIntervals),
        gradedOtherwise: item.attempts - (marks.get(marksOf(question)) ?? 0),
        answers: answers.map((answer, at) => ({
          answerId: answer.id,
          text: answer.text,
          isCorrect: answer.isCorrect,
          ...frequencyOf(at),
        })),
        unanswered: frequencyOf(UNANSWERED),
      };
    });
  }

  /** The attempts with these scores, by band. */
  private bandsOf(rows: readonly ScoreRow[]): Cell[] {
    const cells = newBands();
    for (const { basisPoints, attempts, correctCount } of rows) {
      const cell = cells[bandOf(basisPoints, this.selected.thirds)] as Cell;
      cell.attempts += attempts;
      cell.sum += attempts * correctCount;
      cell.squares += attempts * correctCount ** 2;
    }
    return cells;
  }

  private tallyOf(key: string): QuestionTally {
    const known = this.tallies.get(key);
    if (known !== undefined) return known;
    const tally: QuestionTally = { item: newItem(), chosen: new Map(), marks: new Map() };
    this.tallies.set(key, tally);
    return tally;
  }
}

/** The answers in the attempts with these scores, by the position of the question. */
function answersOf(answers: SelectedAttempts['answers'], rows: readonly ScoreRow[]): Map<number, AnswerRow[]> {
  const read = [...new Set(rows.map(answersKey))].flatMap((key) => answers.get(key) ?? []);
  return groupBy(read, ({ question }) => question);
}

const newBands = () => Array.from({ length: BANDS }, (): Cell => ({ attempts: 0, sum: 0, squares: 0 }));

/** The attempts that had a question, by band. */
function bandsOfAsked(rows: readonly AnswerRow[]): Cell[] {
  const cells = newBands();
  for (const { band, attempts, sum, squares } of rows.flatMap(({ answers }) => answers)) {
    const cell = cells[band] as Cell;
    cell.attempts += attempts;
    cell.sum += sum;
    cell.squares += squares;
  }
  return cells;
}

function add({ item, chosen }: QuestionTally, answer: number, band: number, alike: AlikeAttempts): void {
  addToItem(item, alike);
  const bands = chosen.get(answer) ?? Array<number>(BANDS).fill(0);
  bands[band] = (bands[band] ?? 0) + alike.attempts;
  chosen.set(answer, bands);
}

function subtract(cell: Cell, { attempts, sum, squares }: Cell): void {
  cell.attempts -= attempts;
  cell.sum -= sum;
  cell.squares -= squares;
}

/** The share of a third's attempts that chose an answer; null if none of them had the question. */
function shareOf(chosen: readonly number[], asked: readonly number[], shares: readonly number[]): number | null {
  const inThird = (bands: readonly number[]) => sumOf(bands.entries(), ([band, count]) => count * (shares[band] ?? 0));
  const all = inThird(asked);
  return all === 0 ? null : inThird(chosen) / all;
}

function estimatesOf(item: ItemSums, withIntervals: boolean) {
  const { attempts, correct, rest } = item;
  const share = difficulty(item);
  const correlation = discrimination(item);
  return {
    attempts,
    correct,
    difficulty: share,
    difficultyInterval: share === null || !withIntervals ? null : shareInterval(correct, attempts),
    discrimination: correlation,
    discriminationInterval:
      correlation === null || !withIntervals ? null : correlationInterval(correlation, rest.attempts),
  };
}
