import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { NIL } from 'uuid';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Background, Database, sql } from '#libs/database';
import { GetQuizContent, GetQuizState, QuizNotFound } from '#libs/quizzes';
import { Semaphore } from '#libs/traffic';
import { AttemptScorer } from '../attempt-scorer.js';
import { byVersion } from '../by-version.js';
import { drawnOf } from './shown-questions.js';
import { attemptOf, isOver, type OpenStart, startColumns } from './open-start.js';

/** Starts that one step records. */
const STEP = 200;

/** Versions whose starts are recorded together: their contents can have a megabyte each. */
const VERSIONS = 20;

/** How long submissions that arrived in the grace may be in flight: they go first. */
const IN_FLIGHT_SECONDS = 3;

/** How often an instance looks for starts to record, in milliseconds. */
const INTERVAL_MS = 1_000;

/** Of quizzes that exist. `ends_at < now()` follows from the rest, and lets PostgreSQL read the index. */
const READ = sql(`
  SELECT ${startColumns('$1')} FROM starts WHERE ends_at < now() AND ${isOver('$1')} AND (ends_at, id) > ($2::timestamptz, $3::uuid)
    AND EXISTS (SELECT FROM published_quizzes WHERE published_quizzes.quiz_id = starts.quiz_id)
  ORDER BY ends_at, id LIMIT ${STEP}`);

const BEGINNING = { endsAt: '-infinity', id: NIL } as const;

/** Records what was saved for starts whose time is up. Where several instances do so, one of them records each. */
@Injectable()
export class EndedStarts implements OnModuleInit {
  private readonly logger = new Logger(EndedStarts.name);

  /** The last start that this round has tried: one that cannot be recorded does not hold up the others. */
  private last: { readonly endsAt: Date | string | null; readonly id: string } = BEGINNING;

  private readonly versions = new Semaphore(VERSIONS, STEP, Infinity);

  constructor(
    private readonly background: Background,
    private readonly database: Database,
    private readonly queries: QueryBus,
    private readonly scorer: AttemptScorer,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    this.background.everyInSteps(INTERVAL_MS, 'Recording starts whose time is up', () => this.recordNext());
  }

  /** Records a start whose time is up, unless it is recorded already. */
  async record(start: OpenStart): Promise<void> {
    const { quizId, version, answers, questions } = start;
    try {
      const { grading } = await this.queries.execute(new GetQuizState(quizId));
      const content = await this.queries.execute(new GetQuizContent(quizId, version));
      const drawnQuestions = drawnOf(questions, content);
      await this.scorer.record(
        { ...attemptOf(start), answers, drawnQuestions, timedOut: true, reference: null },
        { version, grading, content },
        { isStarted: true, isSaved: true, reveal: 'always', reservation: undefined },
      );
    } catch (error) {
      if (!(error instanceof QuizNotFound)) throw error;
    }
  }

  /** @returns whether more may be left */
  private async recordNext(): Promise<boolean> {
    const waitSeconds = this.configuration.START_GRACE_SECONDS + IN_FLIGHT_SECONDS;
    const starts = await this.database.query<OpenStart>(READ, [waitSeconds, this.last.endsAt, this.last.id]);
    const isMoreLeft = starts.length === STEP;
    this.last = isMoreLeft ? (starts.at(-1) ?? BEGINNING) : BEGINNING;
    const recordAll = (ofVersion: OpenStart[]) => Promise.all(ofVersion.map((start) => this.tryToRecord(start)));
    await Promise.all(Array.from(byVersion(starts), (ofVersion) => this.versions.run(() => recordAll(ofVersion))));
    return isMoreLeft;
  }

  /** Records a start; if that fails, a later run of the background task does. */
  async tryToRecord(start: OpenStart): Promise<void> {
    try {
      await this.record(start);
    } catch (error) {
      this.logger.error(error, `The start ${start.id} is not recorded yet`);
    }
  }
}
