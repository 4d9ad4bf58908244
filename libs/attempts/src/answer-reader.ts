import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Database } from '#libs/database';
import { GetQuizContent, GetStoredContent, QuizNotFound } from '#libs/quizzes';
import { Semaphore } from '#libs/traffic';
import type { AttemptRow } from './attempt-row.js';
import type { AttemptAnswer } from './attempts.dto.js';
import { byVersion } from './by-version.js';
import { type GradedContent, readGradingHistory } from './regrading/grading-history.js';
import { scoredAnswers } from './scoring.js';

/** Lists with answers that are read at once: each can have 20,000 answers, which take some 10 MB of memory. */
const CONCURRENCY = 2;

/** How many more wait. */
const QUEUE_SIZE = 100;

/** Reads the answers of many attempts. */
@Injectable()
export class AnswerReader {
  private readonly semaphore: Semaphore;

  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) { REQUEST_DEADLINE_MS }: Configuration,
  ) {
    this.semaphore = new Semaphore(CONCURRENCY, QUEUE_SIZE, REQUEST_DEADLINE_MS / 2);
  }

  /** Reads a list. At most two lists with answers are read at a time. @throws Overloaded if too many wait */
  readList<List>(include: 'answers' | undefined, read: () => Promise<List>): Promise<List> {
    return include === undefined ? read() : this.semaphore.run(read);
  }

  /**
   * The answers of attempts by their ids, without those of deleted quizzes. It reads one version at a time, because a version can have a
   * megabyte, and other requests are served in between.
   * @param withTrash whether to read those of quizzes in the trash as well
   */
  async of(rows: readonly AttemptRow[], withTrash = false): Promise<ReadonlyMap<string, AttemptAnswer[]>> {
    const answers = new Map<string, AttemptAnswer[]>();
    for (const ofVersion of byVersion(rows)) {
      try {
        const graded = await this.contentsOf(ofVersion, withTrash);
        for (const row of ofVersion) answers.set(row.attemptId, scoredAnswers(graded(row), row.answers));
      } catch (error) {
        if (!(error instanceof QuizNotFound)) throw error;
      }
      await setImmediate();
    }
    return answers;
  }

  /** The questions of attempts at one version, as each of them is graded. */
  private async contentsOf(
    rows: readonly [AttemptRow, ...AttemptRow[]],
    withTrash: boolean,
  ): Promise<(row: AttemptRow) => GradedContent> {
    const [{ quizId, version }] = rows;
    const content = await this.queries.execute(
      withTrash ? new GetStoredContent(quizId, version) : new GetQuizContent(quizId, version),
    );
    if (rows.every(({ grading }) => grading === 0)) return () => content;
    const gradings = await readGradingHistory(this.database, quizId);
    return ({ grading }) => gradings.of(version, content, grading);
  }
}
