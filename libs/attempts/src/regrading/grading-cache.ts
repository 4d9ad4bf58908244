import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '#libs/database';
import type { AnsweredVersion } from '#libs/quizzes';
import { type GradedContent, type GradingHistory, readGradingHistory } from './grading-history.js';

/** Number of quizzes whose grading is in memory. */
const CACHED = 1_000;

/** The grading of quizzes for new attempts. A quiz without regrades is not looked up. */
@Injectable()
export class GradingCache {
  private readonly gradings = new LRUCache<string, GradingHistory>({ max: CACHED });

  constructor(private readonly database: Database) {}

  /** How attempts at a version are scored. If the quiz was regraded since it was read, the recorder finds that out. */
  async contentOf(
    quizId: string,
    { version, content, grading }: Pick<AnsweredVersion, 'version' | 'grading' | 'content'>,
  ): Promise<GradedContent> {
    if (grading === 0) return content;
    const key = `${quizId} ${grading}`;
    const known = this.gradings.get(key);
    if (known !== undefined) return known.of(version, content, grading);
    const read = await readGradingHistory(this.database, quizId);
    this.gradings.set(key, read);
    return read.of(version, content, grading);
  }
}
