import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Metrics } from '#libs/observability';
import { Database, BatchLoader, type Reader, sql } from '#libs/database';
import { isId, type Principal } from '#libs/http';
import { type QuizContent, toHiddenQuestions, toQuestions } from './quiz-content.js';
import { AVAILABILITY, type Availability } from './quiz-filter.js';
import type { QuizEntity } from './quiz.entity.js';
import { QuizNotFound, VersionNotFound } from './quiz.errors.js';

/**
 * The columns that show whether a cached quiz is current, and what applies to reads and attempts; without texts and timestamps, which
 * cost the most to read.
 */
export interface QuizState
  extends
    Availability,
    Pick<
      QuizEntity,
      'id' | 'version' | 'revision' | 'grading' | 'maxAttempts' | 'passPercentage' | 'revealAnswers' | 'requireStart'
    > {}

/** Who reads a quiz; undefined for the service itself and the backoffice, for which every quiz exists. */
export type Viewer = Pick<Principal, 'admin'> | undefined;

/** One version of a quiz's questions, with the text of JSON in which the API shows them. */
export interface QuizVersion {
  content: QuizContent;
  questionIds: ReadonlySet<string>;
  json: string;
  /** The same without the information which answers are correct. */
  readonly hiddenJson: string;
}

interface VersionKey {
  quizId: string;
  version: number;
}

/** PostgreSQL has no larger integer. */
const MAX_VERSION = 2_147_483_647;

const idOf = ({ quizId, version }: VersionKey) => `${quizId} ${version}`;

export const QUIZ_COLUMNS = `id, author_id AS "authorId", title, description, hero_image_url AS "heroImageUrl",
  max_attempts AS "maxAttempts", time_limit_seconds AS "timeLimitSeconds", randomize_questions AS "randomizeQuestions",
  pass_percentage AS "passPercentage", reveal_answers AS "revealAnswers", opens_at AS "opensAt", closes_at AS "closesAt",
  require_start AS "requireStart", draw_count AS "drawCount", tags, tag_keys AS "tagKeys", language,
  version, revision, grading, created_at AS "createdAt", updated_at AS "updatedAt"`;

const ROWS = sql(`SELECT ${QUIZ_COLUMNS} FROM quizzes WHERE id = ANY ($1::uuid[])`);

const STATES = sql(`
  SELECT id, version, revision, grading, max_attempts AS "maxAttempts", pass_percentage AS "passPercentage",
    reveal_answers AS "revealAnswers", require_start AS "requireStart", ${AVAILABILITY}
  FROM quizzes WHERE id = ANY ($1::uuid[])`);

const VERSIONS = sql(`
  SELECT quiz_id AS "quizId", version, content FROM quiz_versions
  WHERE (quiz_id, version) IN (SELECT * FROM unnest($1::uuid[], $2::integer[]))`);

/** Size of the cache of versions, in bytes. */
const CACHE_BYTES = 64 * 1024 * 1024;

/** Bytes that a version takes for each character of its JSON: the text, that without correct answers, and the objects beside them. */
const BYTES_PER_CHARACTER = 6;

/** Reads quizzes: the row on every request, and the content, which never changes, from a cache by version. */
@Injectable()
export class QuizReader {
  private readonly rows: BatchLoader<string, QuizEntity>;
  private readonly states: BatchLoader<string, QuizState>;
  private readonly loads: BatchLoader<VersionKey, QuizVersion>;
  private readonly versions = new LRUCache<string, QuizVersion>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ json }) => Math.max(1, json.length * BYTES_PER_CHARACTER),
  });

  private readonly countLookup: (isHit: boolean) => void;

  constructor(database: Database, metrics: Metrics) {
    this.countLookup = metrics.lookups('quiz contents');
    this.rows = new BatchLoader(async (ids) => {
      const rows = await database.query<QuizEntity>(ROWS, [ids]);
      return new Map(rows.map((row) => [row.id, row]));
    });
    this.states = new BatchLoader(async (ids) => {
      const rows = await database.query<QuizState>(STATES, [ids]);
      return new Map(rows.map((row) => [row.id, row]));
    });
    this.loads = new BatchLoader((keys) => readVersions(database, keys), idOf);
  }

  /** @returns undefined for an unknown quiz or an invalid id */
  async findRow(id: string): Promise<QuizEntity | undefined> {
    return isId(id) ? this.rows.get(id) : undefined;
  }

  /** @throws QuizNotFound */
  async getRow(id: string): Promise<QuizEntity> {
    const row = await this.findRow(id);
    if (row === undefined) throw new QuizNotFound();
    return row;
  }

  /** @returns undefined for an unknown quiz or an invalid id */
  async findState(id: string): Promise<QuizState | undefined> {
    return isId(id) ? this.states.get(id) : undefined;
  }

  /** @throws QuizNotFound, also for viewers for whom it does not exist yet */
  async getState(id: string, viewer?: Viewer): Promise<QuizState> {
    const state = await this.findState(id);
    if (state === undefined || (viewer?.admin === false && !state.isOpen)) throw new QuizNotFound();
    return state;
  }

  /**
   * @param reader what to read a version with that is not in memory, for callers that hold a connection
   * @throws QuizNotFound, VersionNotFound
   */
  async getVersion(quizId: string, version: number, reader?: Reader): Promise<QuizVersion> {
    const key = { quizId, version };
    const known = this.versions.get(idOf(key));
    this.countLookup(known !== undefined);
    if (known !== undefined) return known;
    const loaded = isId(quizId) && version <= MAX_VERSION ? await this.loadVersion(key, reader) : undefined;
    if (loaded === undefined) {
      await this.getState(quizId);
      throw new VersionNotFound();
    }
    this.versions.set(idOf(key), loaded);
    return loaded;
  }

  private async loadVersion(key: VersionKey, reader: Reader | undefined): Promise<QuizVersion | undefined> {
    return reader === undefined ? this.loads.get(key) : (await readVersions(reader, [key])).get(key);
  }
}

async function readVersions(
  reader: Reader,
  keys: readonly VersionKey[],
): Promise<Map<VersionKey, QuizVersion | undefined>> {
  const rows = await reader.query<VersionKey & { content: QuizContent }>(VERSIONS, [
    keys.map(({ quizId }) => quizId),
    keys.map(({ version }) => version),
  ]);
  const contents = new Map(rows.map((row) => [idOf(row), toVersion(row.content)]));
  return new Map(keys.map((key) => [key, contents.get(idOf(key))]));
}

export function toVersion(content: QuizContent): QuizVersion {
  let hidden: string | undefined;
  return {
    content,
    questionIds: new Set(content.map(({ id }) => id)),
    json: JSON.stringify(toQuestions(content)),
    get hiddenJson() {
      return (hidden ??= JSON.stringify(toHiddenQuestions(content)));
    },
  };
}
