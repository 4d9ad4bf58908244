import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Background, Database, sql } from '#libs/database';
import { GetQuizContent, GetQuizState, QuizNotFound } from '#libs/quizzes';
import { AttemptScorer } from '../attempt-scorer.js';
import { drawnOf } from './shown-questions.js';
import { isOver, type OpenStart, startColumns } from './open-start.js';

/** Starts that one step records. */
const STEP = 200;

/** How often an instance looks for starts to record, in milliseconds. */
const INTERVAL_MS = 2_000;

const READ = sql(`SELECT ${startColumns('$1')} FROM starts WHERE ${isOver('$1')} ORDER BY ends_at LIMIT ${STEP}`);

/** Records what was saved for starts whose time is up. Where several instances do so, one of them records each. */
@Injectable()
export class EndedStarts implements OnModuleInit {
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
    const {
      id: attemptId,
      quizId,
      userId,
      applicationId,
      version,
      answers,
      elapsedMs: totalTimeMs,
      passPercentage,
    } = start;
    const unscored = {
      attemptId,
      quizId,
      userId,
      applicationId,
      answers,
      totalTimeMs,
      timedOut: true,
      reference: null,
    };
    try {
      const { grading } = await this.queries.execute(new GetQuizState(quizId));
      const content = await this.queries.execute(new GetQuizContent(quizId, version));
      const drawnQuestions = drawnOf(start.questions, content);
      await this.scorer.record(
        { ...unscored, drawnQuestions, isStarted: true, passPercentage, reveal: 'always' },
        { version, grading, content },
        undefined,
      );
    } catch (error) {
      if (!(error instanceof QuizNotFound)) throw error;
    }
  }

  /** @returns whether more may be left */
  private async recordNext(): Promise<boolean> {
    const starts = await this.database.query<OpenStart>(READ, [this.configuration.START_GRACE_SECONDS]);
    await Promise.all(starts.map((start) => this.record(start)));
    return starts.length === STEP;
  }
}
