// Reads the attempts that statistics are computed from, aggregated by PostgreSQL.
import { textKey } from '#libs/http';
import { hasTag, isLeftOutOfStatistics } from '#libs/profiles';
import { type Snapshot, sql, type Statement, unpreparedSql } from '#libs/database';
import { ORDERS } from './attempts-of-user.js';
import { type Thirds, thirdsOf } from './thirds.js';

/** Which of a user's attempts count. */
export const PER_USER = ['all', 'first', 'best'] as const;

/** The attempts at a quiz that statistics are about. */
export interface Selection {
  quizId: string;
  /** First and best are chosen among the attempts that match the rest. */
  perUser: (typeof PER_USER)[number];
  version: number | undefined;
  /** Of users with this tag only. */
  tag: string | undefined;
  /** Completed at this time or later. */
  from: Date | undefined;
  /** Completed before this time. */
  to: Date | undefined;
}

/** Attempts with the same score by the same grading of the same version. */
export interface ScoreRow {
  version: number;
  grading: number;
  /** Of attempts whose starts drew their questions, how many of these count; null for attempts at all questions of the version. */
  drawn: number | null;
  correctCount: number;
  totalQuestions: number;
  /** Basis points (1/100 %). */
  basisPoints: number;
  attempts: number;
  passed: number;
  timedOut: number;
}

export interface DayRow {
  /** In UTC, such as `2026-01-01`. */
  day: string;
  attempts: number;
  passed: number;
}

/** Attempts in the same band of scores that chose the same answer. */
export interface AnswerCount {
  /** Position in the question. */
  answer: number;
  /** From 0, as `bandOf` numbers them. */
  band: number;
  attempts: number;
  /** Sum of the numbers of correct answers of these attempts, and of their squares. */
  sum: number;
  squares: number;
}

/** The answers to a question of a version, by its position there, in attempts by the same grading. */
export interface AnswerRow {
  version: number;
  grading: number;
  drawn: number | null;
  question: number;
  answers: AnswerCount[];
}

export interface SelectedAttempts {
  /** Attempts that were completed earlier are left out; undefined if there are none. */
  since: Date | undefined;
  scores: ScoreRow[];
  days: DayRow[];
  thirds: Thirds;
  /** By version, grading and number of drawn questions, as `answersKey` joins them. */
  answers: Map<string, AnswerRow[]>;
  /** The same of questions that were drawn, answered or not, with -1 for the answer. */
  asked: Map<string, AnswerRow[]>;
}

export const answersKey = ({ version, grading, drawn }: Pick<ScoreRow, 'version' | 'grading' | 'drawn'>): string =>
  `${version} ${grading} ${drawn ?? 'all'}`;

/** Bounds of one computation. */
export interface Limits {
  /** About as many of the newest attempts are read, at most. */
  attempts: number;
  oldestVersion: number;
  newestVersion: number;
}

/** Statistics must not take all processors from submissions. */
const ONE_PROCESS = sql('SET LOCAL max_parallel_workers_per_gather = 0');

/** @param key the parameter of the key of a tag; undefined for all users */
const matching = (key: string | undefined) => `
  FROM published_attempts AS attempt
  WHERE quiz_id = $1 AND completed_at >= $2 AND completed_at < $3 AND version BETWEEN $4 AND $5
    AND NOT ${isLeftOutOfStatistics('attempt.user_id')} ${key === undefined ? '' : `AND ${hasTag('attempt.user_id', key)}`}`;

const onePerUser = (order: string) => (key: string | undefined) =>
  `SELECT DISTINCT ON (user_id) * ${matching(key)} ORDER BY user_id, ${order}`;

const DRAWN = 'CASE WHEN drawn_questions IS NOT NULL THEN total_questions END';

const SELECTED = {
  all: (key: string | undefined) => `SELECT * ${matching(key)}`,
  first: onePerUser(ORDERS.first),
  best: onePerUser(ORDERS.best),
};

const READ = { ofAll: statementsFor(false), ofTag: statementsFor(true) };

/** The statements by which attempts count. The key of the tag is their last parameter. */
function statementsFor(isTagged: boolean) {
  const key = (position: number) => (isTagged ? `$${position}` : undefined);
  const toStatement = isTagged ? unpreparedSql : sql;
  const of = (selected: (key: string | undefined) => string) => ({
    scores: toStatement(scoresOf(selected(key(6)))),
    answers: answersTo(
      selected(key(8)),
      `LATERAL (
        SELECT (pair ->> 0)::integer AS question, (pair ->> 1)::integer AS answer FROM jsonb_array_elements(answers) AS pair
      ) AS chosen`,
    ),
    asked: answersTo(selected(key(8)), 'LATERAL (SELECT unnest(drawn_questions) AS question, -1 AS answer) AS chosen'),
  });
  return {
    /** When the newest attempts beyond a number were completed. */
    beyond: toStatement(`
      SELECT completed_at AS "completedAt" ${matching(key(7))}
      ORDER BY completed_at DESC, attempt_id DESC OFFSET $6 LIMIT 1`),
    all: of(SELECTED.all),
    first: of(SELECTED.first),
    best: of(SELECTED.best),
  };
}

/** $6 and $7 are the scores of the thirds. @param chosen SQL that joins an attempt to its answers, with question and answer */
function answersTo(selected: string, chosen: string): Statement {
  return sql(`
    SELECT version, grading, drawn, question, json_agg(json_build_object(
      'answer', answer, 'band', band, 'attempts', attempts, 'sum', sum, 'squares', squares)) AS answers
    FROM (
      SELECT version, grading, ${DRAWN} AS drawn, question, answer,
        (basis_points > $6)::integer + (basis_points >= $6)::integer + (basis_points > $7)::integer
          + (basis_points >= $7)::integer AS band,
        count(*) AS attempts, sum(correct_count) AS sum, sum(correct_count::integer * correct_count) AS squares
      FROM (${selected}) AS selected CROSS JOIN ${chosen}
      GROUP BY 1, 2, 3, 4, 5, 6
    ) AS counted
    GROUP BY 1, 2, 3, 4`);
}

function scoresOf(selected: string): string {
  return `
      SELECT version, grading, ${DRAWN} AS drawn, correct_count AS "correctCount", total_questions AS "totalQuestions", basis_points AS "basisPoints",
        to_char(day, 'YYYY-MM-DD') AS day, count(*)::float8 AS attempts,
        count(*) FILTER (WHERE passed)::float8 AS passed, count(*) FILTER (WHERE timed_out)::float8 AS "timedOut"
      FROM (SELECT *, (completed_at AT TIME ZONE 'UTC')::date AS day FROM (${selected}) AS selected) AS dated
      GROUP BY GROUPING SETS ((version, grading, drawn_questions IS NOT NULL, correct_count, total_questions, basis_points), (day))`;
}

/** Answers to so many questions are parsed in one turn of the event loop. */
const QUESTIONS = 100;

/** Reads attempts from a snapshot. */
export async function readAttempts(
  snapshot: Snapshot,
  selection: Selection,
  limits: Limits,
): Promise<SelectedAttempts> {
  const { quizId, perUser, tag, from = '-infinity', to = 'infinity' } = selection;
  const versions = [limits.oldestVersion, limits.newestVersion];
  await snapshot.query(ONE_PROCESS);
  const read = tag === undefined ? READ.ofAll : READ.ofTag;
  const keys = tag === undefined ? [] : [textKey(tag)];
  const [beyond] = await snapshot.query<{ completedAt: Date }>(read.beyond, [
    ...[quizId, from, to],
    ...versions,
    limits.attempts,
    ...keys,
  ]);
  // Timestamps have milliseconds. Attempts at the same one are all in or all out.
  const since = beyond && new Date(beyond.completedAt.getTime() + 1);
  const values = [quizId, since ?? from, to, ...versions];
  const statements = read[perUser];
  const rows = await snapshot.query<Record<string, unknown>>(statements.scores, [...values, ...keys]);
  const scores = rows.filter(({ day }) => day === null) as unknown as ScoreRow[];
  const days = rows.filter(({ day }) => day !== null) as unknown as DayRow[];
  const thirds = thirdsOf(scores);
  const bounds = [thirds.lower.score, thirds.upper.score];
  const readAnswers = async (statement: Statement): Promise<Map<string, AnswerRow[]>> => {
    const answers = new Map<string, AnswerRow[]>();
    for await (const batch of snapshot.stream<AnswerRow & object>(
      statement,
      [...values, ...bounds, ...keys],
      QUESTIONS,
    )) {
      for (const row of batch) {
        const key = answersKey(row);
        const known = answers.get(key);
        if (known === undefined) answers.set(key, [row]);
        else known.push(row);
      }
    }
    return answers;
  };
  const answers = await readAnswers(statements.answers);
  const isDrawn = scores.some(({ drawn }) => drawn !== null);
  return {
    since,
    scores,
    days,
    thirds,
    answers,
    asked: isDrawn ? await readAnswers(statements.asked) : new Map<string, AnswerRow[]>(),
  };
}
