import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { type Snapshot, Snapshots, sql } from '#libs/database';
import { GetProfiles } from '#libs/profiles';
import { GetGrading } from '#libs/quizzes';
import { oneAtATime, type Semaphore } from '#libs/traffic';
import { LastQuestion } from '../attempt.errors.js';
import type { RegradePreview, RegradePreviewBody, RegradedUser } from '../regrades.dto.js';
import { type GradedContent, gradeQuestion, isCounted, readGradings } from '../regrading/gradings.js';
import { pointChanges } from '../regrading/point-changes.js';
import { assertNoneInProgress } from '../regrading/regrade-row.js';
import { findRequested, type RegradedQuestion } from '../regrading/requested-regrade.js';

/**
 * What a regrade would change.
 * @throws QuizNotFound, VersionNotFound, QuestionNotFound, ValidationFailed, RegradeInProgress, LastQuestion, Overloaded
 */
export class PreviewRegrade extends Query<RegradePreview> {
  constructor(
    readonly question: RegradedQuestion,
    readonly body: RegradePreviewBody,
  ) {
    super();
  }
}

/** Attempts that one preview compares: about a second of the database. */
const MAX_ATTEMPTS = 100_000;

/** Users that a preview lists. */
const LISTED = 100;

const EXCEEDS = sql('SELECT 1 FROM attempts WHERE quiz_id = $1 AND voided_at IS NULL OFFSET $2 LIMIT 1');

/** The best attempt of each user, with its rank in the order of the leaderboards. */
const ranked = (score: string) => `
  SELECT user_id, ${score} AS score, row_number() OVER (ORDER BY ${score} DESC, total_time_ms, completed_at, user_id) AS rank
  FROM (
    SELECT DISTINCT ON (user_id) user_id, ${score}, total_time_ms, completed_at FROM scored
    ORDER BY user_id, ${score} DESC, total_time_ms, completed_at
  ) AS best`;

/**
 * $2 is the version, $3 the question; $4 to $6 are its point changes; $7 is the pass mark, $8 the number of attempts.
 * An attempt whose score stays the same keeps its result, even if the pass mark has changed.
 */
const COMPARE = sql(`
  WITH attempt AS (
    SELECT user_id, hundredths, passed, total_time_ms, completed_at, correct_count, total_questions, version = $2 AS is_graded, (
        SELECT (answer ->> 1)::integer FROM jsonb_array_elements(answers) AS answer
        WHERE version = $2 AND (answer ->> 0)::integer = $3
      ) AS chosen
    FROM attempts WHERE quiz_id = $1 AND voided_at IS NULL ORDER BY completed_at DESC, id DESC LIMIT $8
  ), changed AS (
    SELECT *,
      correct_count + CASE WHEN NOT is_graded THEN 0 WHEN chosen IS NULL THEN $5 ELSE ($4::integer[])[chosen + 1] END AS correct,
      total_questions + CASE WHEN is_graded THEN $6::integer ELSE 0 END AS questions
    FROM attempt
  ), scored AS (
    SELECT user_id, hundredths, total_time_ms, completed_at, passed, (correct, questions) <> (correct_count, total_questions) AS is_changed,
      CASE WHEN (correct, questions) <> (correct_count, total_questions)
        THEN (20000 * correct + questions) / (2 * questions) ELSE hundredths END AS new_hundredths,
      CASE WHEN (correct, questions) <> (correct_count, total_questions)
        THEN 100 * correct >= $7::integer * questions ELSE passed END AS new_passed
    FROM changed
  ), by_user AS (
    SELECT user_id, count(*) FILTER (WHERE is_changed) AS attempts, bool_or(passed) AS passed, bool_or(new_passed) AS new_passed
    FROM scored GROUP BY user_id
  ), compared AS (
    SELECT user_id, attempts, passed, new_passed, before.score, before.rank, after.score AS new_score, after.rank AS new_rank
    FROM by_user JOIN (${ranked('hundredths')}) AS before USING (user_id) JOIN (${ranked('new_hundredths')}) AS after USING (user_id)
  )
  SELECT * FROM (
    SELECT user_id AS "userId", attempts::float8 AS "attemptsChanged", score / 100.0::float8 AS "percentageBefore",
      new_score / 100.0::float8 AS "percentageAfter", passed AS "passedBefore", new_passed AS "passedAfter",
      rank::float8 AS "rankBefore", new_rank::float8 AS "rankAfter",
      (sum(attempts) OVER ())::float8 AS attempts,
      (count(*) FILTER (WHERE attempts > 0) OVER ())::float8 AS users,
      (count(*) FILTER (WHERE new_passed AND NOT passed) OVER ())::float8 AS "passesGained",
      (count(*) FILTER (WHERE passed AND NOT new_passed) OVER ())::float8 AS "passesLost",
      (count(*) FILTER (WHERE rank <> new_rank) OVER ())::float8 AS "ranksChanged"
    FROM compared
  ) AS totalled WHERE "attemptsChanged" > 0 OR "rankBefore" <> "rankAfter"
  ORDER BY "attemptsChanged" > 0 DESC, "rankAfter" LIMIT ${LISTED}`);

const TOTALS = ['attempts', 'users', 'passesGained', 'passesLost', 'ranksChanged'] as const;

type Row = Omit<RegradedUser, 'displayName'> & Record<(typeof TOTALS)[number], number>;

@QueryHandler(PreviewRegrade)
export class PreviewRegradeHandler implements IQueryHandler<PreviewRegrade> {
  private readonly semaphore: Semaphore;

  constructor(
    private readonly snapshots: Snapshots,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {
    this.semaphore = oneAtATime(configuration);
  }

  async execute({ question: { quizId, ...path }, body }: PreviewRegrade): Promise<RegradePreview> {
    // Read first: after a regrade in the meantime, the request that sends this number is rejected.
    const grading = await this.queries.execute(new GetGrading(quizId));
    const { content, regrade } = await findRequested(this.queries, { quizId, ...path }, body);
    const { version, question } = regrade;
    const [rows, isLimited] = await this.semaphore.take(() =>
      this.snapshots.read(async (snapshot) => {
        await assertNoneInProgress(snapshot, quizId);
        const before = (await readGradings(snapshot, quizId)).of(version, content);
        const after = before.map((one, at) => {
          const original = content[at];
          return at === question && original !== undefined ? gradeQuestion(original, regrade) : one;
        });
        if (!after.some(isCounted)) throw new LastQuestion();
        const beyond = await snapshot.query(EXCEEDS, [quizId, MAX_ATTEMPTS]);
        return [await this.compare(snapshot, quizId, version, question, before, after), beyond.length > 0] as const;
      }),
    );
    const [first] = rows;
    const totals = Object.fromEntries(TOTALS.map((name) => [name, first?.[name] ?? 0]));
    const profiles = await this.queries.execute(new GetProfiles(rows.map(({ userId }) => userId)));
    return {
      grading,
      limit: isLimited ? MAX_ATTEMPTS : null,
      ...(totals as Record<(typeof TOTALS)[number], number>),
      changes: rows.map((row) => ({
        userId: row.userId,
        displayName: profiles.get(row.userId)?.displayName ?? '',
        attemptsChanged: row.attemptsChanged,
        percentageBefore: row.percentageBefore,
        percentageAfter: row.percentageAfter,
        passedBefore: row.passedBefore,
        passedAfter: row.passedAfter,
        rankBefore: row.rankBefore,
        rankAfter: row.rankAfter,
      })),
    };
  }

  private async compare(
    snapshot: Snapshot,
    quizId: string,
    version: number,
    question: number,
    before: GradedContent,
    after: GradedContent,
  ): Promise<Row[]> {
    const [former, next] = [before[question], after[question]];
    if (former === undefined || next === undefined) return [];
    const { answers, unanswered, questions } = pointChanges(former, next);
    const { PASS_PERCENTAGE } = this.configuration;
    const values = [quizId, version, question, answers, unanswered, questions, PASS_PERCENTAGE, MAX_ATTEMPTS];
    return snapshot.query<Row & object>(COMPARE, values);
  }
}
