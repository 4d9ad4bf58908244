import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetGradingHistory, type GradingHistory } from '#libs/attempts';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Snapshots } from '#libs/database';
import { ValidationFailed } from '#libs/http';
import { GetQuizContent, GetQuizState, GetQuizVersions, type QuizContent, type VersionSummary } from '#libs/quizzes';
import { oneAtATime, type Semaphore } from '#libs/traffic';
import {
  type DayRow,
  type Limits,
  readAttempts,
  type ScoreRow,
  type SelectedAttempts,
  type Selection,
} from './attempt-reader.js';
import { groupBy } from './group-by.js';
import { QuestionAnalysis } from './question-analysis.js';
import { summariseScores, sumOf } from './score-statistics.js';
import type { DayCount, QuestionStatistics, QuizReliability, QuizStatistics, ScoreCount } from './statistics.dto.js';

/** Limits of one computation, which takes up to two seconds of the database: attempts, questions of attempts, questions of versions. */
const MAX_ATTEMPTS = 500_000;
const MAX_ANSWERS = 2_000_000;
const MAX_QUESTIONS = 2_000;

/** Number of ranges of equal width in which percentages are counted; 100 % belongs to the last. */
const SCORE_RANGES = 20;

type Versions = readonly [VersionSummary, ...VersionSummary[]];

const DAYS = 90;
const DAY_MS = 86_400_000;

/** Computes the statistics of quizzes. */
@Injectable()
export class QuizStatisticsReader {
  private readonly semaphore: Semaphore;

  constructor(
    private readonly snapshots: Snapshots,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {
    this.semaphore = oneAtATime(configuration);
  }

  /** @throws QuizNotFound, ValidationFailed for an unknown version, Overloaded */
  async read(selection: Selection): Promise<QuizStatistics> {
    const versions = await this.queries.execute(new GetQuizVersions(selection.quizId));
    const shown = versions.find(({ version }) => version === (selection.version ?? versions[0].version));
    if (shown === undefined) throw new ValidationFailed(['version: the quiz has no such version']);
    const read: Versions = selection.version === undefined ? newestOf(versions) : [shown];
    const limits = limitsFor(read);
    const { selected, analysed } = await this.semaphore.run(async () => {
      const [gradings, selected] = await this.snapshots.read(async (snapshot) => [
        await this.queries.execute(new GetGradingHistory(selection.quizId, snapshot)),
        await readAttempts(snapshot, selection, limits),
      ]);
      return { selected, analysed: await this.analyseQuestions(selection, shown.version, selected, gradings) };
    });
    const { scores, since } = selected;
    // A quiz that was deleted in the meantime would have no attempts.
    const { passPercentage } = await this.queries.execute(new GetQuizState(selection.quizId));
    return {
      attempts: sumOf(scores, ({ attempts }) => attempts),
      passed: sumOf(scores, ({ passed }) => passed),
      timedOut: sumOf(scores, ({ timedOut }) => timedOut),
      passPercentage: passPercentage ?? this.configuration.PASS_PERCENTAGE,
      since: since ?? null,
      sinceVersion: read.length < versions.length && selection.version === undefined ? limits.oldestVersion : null,
      summary: summariseScores(scores, isOnePerUser(selection)),
      scores: rangesOf(scores),
      days: lastDays(selected.days, since ?? selection.from, selection.to),
      versions,
      ...analysed,
    };
  }

  private async analyseQuestions(
    { quizId, perUser }: Selection,
    shown: number,
    selected: SelectedAttempts,
    gradings: GradingHistory,
  ): Promise<{ questions: QuestionStatistics[]; reliability: QuizReliability | null }> {
    const contents = new Map<number, QuizContent>();
    // One by one, because a quiz can have many large ones.
    for (const version of new Set([shown, ...selected.scores.map((row) => row.version)])) {
      contents.set(version, await this.queries.execute(new GetQuizContent(quizId, version)));
    }
    const contentOf = (version: number) => contents.get(version) ?? [];
    const analysis = new QuestionAnalysis(selected, isOnePerUser({ perUser }));
    let reliability: QuizReliability | null = null;
    // Of those with the same number of attempts, the newest version and grading tell the reliability.
    const newestFirst = selected.scores.toSorted(
      (one, other) => other.version - one.version || other.grading - one.grading,
    );
    // A version has several gradings, and those that mark it alike return the same graded content.
    const alike = groupBy(newestFirst, ({ version, grading }) => gradings.of(version, contentOf(version), grading));
    for (const [graded, rows] of alike) {
      const { version } = rows[0] as ScoreRow;
      for (const [drawn, same] of groupBy(rows, (row) => row.drawn)) {
        const found = analysis.addVersion(contentOf(version), graded, same, drawn);
        if (found !== null && found.attempts > (reliability?.attempts ?? 0)) reliability = { version, ...found };
      }
      // Serves other requests, even if the content of the next version is in memory.
      await setImmediate();
    }
    const content = contentOf(shown);
    return { questions: analysis.of(content, gradings.of(shown, content)), reliability };
  }
}

/** Several attempts of a user are alike, so that an interval for independent attempts would be too narrow. */
const isOnePerUser = ({ perUser }: Pick<Selection, 'perUser'>) => perUser !== 'all';

/** The newest versions that have no more questions together than are analysed at once; at least one. */
function newestOf(versions: Versions): Versions {
  const [newest, ...others] = versions;
  let questions = newest.questions;
  const end = others.findIndex((version) => (questions += version.questions) > MAX_QUESTIONS);
  return [newest, ...(end === -1 ? others : others.slice(0, end))];
}

/** @param versions the newest first */
function limitsFor(versions: Versions): Limits {
  const [newest] = versions;
  const questions = versions.reduce((most, version) => Math.max(most, version.questions), 1);
  return {
    attempts: Math.min(MAX_ATTEMPTS, Math.floor(MAX_ANSWERS / questions)),
    oldestVersion: (versions.at(-1) ?? newest).version,
    newestVersion: newest.version,
  };
}

function rangesOf(scores: readonly ScoreRow[]): ScoreCount[] {
  const counts = Array<number>(SCORE_RANGES).fill(0);
  for (const { basisPoints, attempts } of scores) {
    const range = Math.min(Math.floor((basisPoints * SCORE_RANGES) / 10_000), SCORE_RANGES - 1);
    counts[range] = (counts[range] ?? 0) + attempts;
  }
  const width = 100 / SCORE_RANGES;
  return counts.map((attempts, range) => ({ from: range * width, to: (range + 1) * width, attempts }));
}

/** The last days up to today or to an earlier end of the range, without those before it begins. */
function lastDays(rows: readonly DayRow[], from: Date | undefined, to: Date | undefined): DayCount[] {
  const counts = new Map(rows.map((row) => [row.day, row]));
  const last = Math.min(Date.now(), to === undefined ? Infinity : to.getTime() - 1);
  const dayOf = (time: number) => Math.floor(time / DAY_MS);
  const days = Math.max(0, Math.min(DAYS, dayOf(last) - dayOf(from?.getTime() ?? 0) + 1));
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(last - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    const { attempts, passed } = counts.get(day) ?? { attempts: 0, passed: 0 };
    return { day, attempts, passed };
  });
}
