import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { type Snapshot, Snapshots, sql } from '#libs/database';
import { GetProfiles, isSuspended } from '#libs/profiles';
import { type AskedQuestion, GetQuizContent } from '#libs/quizzes';
import { oneAtATime, type Semaphore } from '#libs/traffic';
import type { RegradePreview, RegradePreviewBody, RegradedUser } from '../regrades.dto.js';
import { gradeQuestion, type GradingHistory, type RegradeRule, ruleInContent } from '../regrading/grading-history.js';
import { type PointChanges, pointChanges } from '../regrading/point-changes.js';
import {
  assertNoneInProgress,
  assertQuestionsLeft,
  findPlaces,
  getRequested,
  idsOf,
  type RegradedQuestion,
  type RequestedRegrade,
} from '../regrading/regrade-request.js';

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

/** The best attempt of each user who is not suspended, with its rank in the order of the leaderboards. */
const ranked = (score: string) => `
  SELECT user_id, ${score} AS score, row_number() OVER (ORDER BY ${score} DESC, total_time_ms, completed_at, user_id) AS rank
  FROM (
    SELECT DISTINCT ON (user_id) user_id, ${score}, total_time_ms, completed_at FROM ranked
    ORDER BY user_id, ${score} DESC, total_time_ms, completed_at
  ) AS best`;

/**
 * Scores once more in SQL what `scoring.ts` scores: 100,000 attempts would take 4 s of the event loop there. The tests
 * `regrades.e2e`, `regrades-across-versions.e2e` and `regrades-of-drawn-questions.e2e` compare previews with the regrades that follow.
 *
 * $2 has the changes; $3 is the pass mark of the service, $4 the number of attempts. A version can have several equal questions. An attempt whose score
 * stays the same keeps its result, even if the pass mark has changed.
 */
const COMPARE = sql(`
  WITH place AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($2::jsonb)
      AS place (version integer, question integer, answers integer[], unanswered integer, questions integer, "isRegraded" boolean, "leftOut" smallint[])
  ), attempt AS (
    SELECT user_id, version, answers, basis_points, passed, total_time_ms, completed_at, correct_count, total_questions,
      drawn_questions, coalesce(pass_percentage, $3::integer) AS pass_mark
    FROM attempts WHERE quiz_id = $1 AND voided_at IS NULL ORDER BY completed_at DESC, id DESC LIMIT $4
  ), changed AS MATERIALIZED (
    SELECT attempt.*, is_asked, coalesce(points, 0) <> 0 OR coalesce(questions, 0) <> 0 AS is_changed,
      correct_count + coalesce(points, 0) AS correct, total_questions + coalesce(questions, 0) AS questions
    FROM attempt CROSS JOIN LATERAL (
      SELECT sum(coalesce(place.answers[chosen + 1], unanswered)) AS points, sum(questions) AS questions,
        bool_or("isRegraded") AS is_asked
      FROM place LEFT JOIN LATERAL (
        SELECT (answer ->> 1)::integer AS chosen FROM jsonb_array_elements(attempt.answers) AS answer
        WHERE (answer ->> 0)::integer = place.question
      ) AS given ON true
      WHERE place.version = attempt.version AND (drawn_questions IS NULL OR place.question = ANY (drawn_questions))
        AND ("leftOut" IS NULL OR drawn_questions <@ "leftOut")
    ) AS change
  ), scored AS MATERIALIZED (
    SELECT user_id, basis_points, total_time_ms, completed_at, passed, is_changed,
      CASE WHEN is_changed THEN (20000 * correct + questions) / (2 * questions) ELSE basis_points END AS new_basis_points,
      CASE WHEN is_changed THEN 100 * correct >= pass_mark * questions ELSE passed END AS new_passed
    FROM changed
  ), ranked AS MATERIALIZED (
    SELECT * FROM scored AS attempt WHERE NOT ${isSuspended('attempt.user_id')}
  ), by_user AS (
    SELECT user_id, count(*) FILTER (WHERE is_changed) AS attempts, bool_or(passed) AS passed, bool_or(new_passed) AS new_passed
    FROM ranked GROUP BY user_id
  ), compared AS MATERIALIZED (
    SELECT user_id, attempts, passed, new_passed, before.score, before.rank, after.score AS new_score, after.rank AS new_rank
    FROM by_user JOIN (${ranked('basis_points')}) AS before USING (user_id) JOIN (${ranked('new_basis_points')}) AS after USING (user_id)
  ), listed AS (
    SELECT user_id AS "userId", attempts AS "attemptsChanged", score / 100.0::float8 AS "percentageBefore",
      new_score / 100.0::float8 AS "percentageAfter", passed AS "passedBefore", new_passed AS "passedAfter",
      rank AS "rankBefore", new_rank AS "rankAfter"
    FROM compared WHERE attempts > 0 OR rank <> new_rank ORDER BY attempts > 0 DESC, new_rank LIMIT ${LISTED}
  ), asked AS (
    SELECT version, count(*) AS attempts, count(*) FILTER (WHERE is_changed) AS "attemptsChanged"
    FROM changed WHERE is_asked GROUP BY version ORDER BY version DESC
  )
  SELECT (SELECT count(*) FROM scored WHERE is_changed)::float8 AS attempts,
    (count(*) FILTER (WHERE score <> new_score))::float8 AS users,
    (count(*) FILTER (WHERE new_passed AND NOT passed))::float8 AS "passesGained",
    (count(*) FILTER (WHERE passed AND NOT new_passed))::float8 AS "passesLost",
    (count(*) FILTER (WHERE rank <> new_rank))::float8 AS "ranksChanged",
    coalesce((SELECT json_agg(asked) FROM asked), '[]') AS versions,
    coalesce((SELECT json_agg(listed) FROM listed), '[]') AS changes
  FROM compared`);

const OMITTED: RegradeRule = { kind: 'omitted', answers: [] };

/** What changes in the attempts that had a question. */
interface Change extends PointChanges {
  version: number;
  /** Position in the version. */
  question: number;
  isRegraded: boolean;
  /** If not null, only the attempts change that drew all their questions from these positions. */
  leftOut: readonly number[] | null;
}

type Comparison = Omit<RegradePreview, 'grading' | 'limit' | 'changes'> & {
  changes: Omit<RegradedUser, 'displayName'>[];
};

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

  async execute({ question, body }: PreviewRegrade): Promise<RegradePreview> {
    const { quizId } = question;
    const requested = await getRequested(this.queries, question, body);
    const { changes, ...preview } = await this.semaphore.run(() =>
      this.snapshots.read((snapshot) => this.compare(snapshot, quizId, requested)),
    );
    const profiles = await this.queries.execute(new GetProfiles(changes.map(({ userId }) => userId)));
    return {
      ...preview,
      changes: changes.map((change) => ({
        ...change,
        displayName: profiles.get(change.userId)?.displayName ?? '',
      })),
    };
  }

  private async compare(snapshot: Snapshot, quizId: string, { question, rule }: RequestedRegrade) {
    const { places, gradings } = await findPlaces(this.queries, snapshot, quizId, question);
    assertNoneInProgress(gradings);
    const next = gradings.with({ id: '', questionIds: idsOf(places), ...rule });
    assertQuestionsLeft(next, places);
    const changes = places.map(({ version, position, question: asked }): Change => {
      const former = gradeQuestion(asked, gradings.regradeOf(asked.id) ?? ruleInContent(asked));
      const points = pointChanges(former, gradeQuestion(asked, rule));
      return { version, question: position, isRegraded: true, leftOut: null, ...points };
    });
    changes.push(...(await this.changesByContent(snapshot, quizId, places, gradings, next)));
    const beyond = await snapshot.query(EXCEEDS, [quizId, MAX_ATTEMPTS]);
    const values = [quizId, JSON.stringify(changes), this.configuration.PASS_PERCENTAGE, MAX_ATTEMPTS];
    const [comparison] = await snapshot.query<Comparison & object>(COMPARE, values);
    const limit = beyond.length > 0 ? MAX_ATTEMPTS : null;
    return { ...(comparison as Comparison), grading: gradings.latest, limit };
  }

  /** While all questions of an attempt are left out, it has the points that the content gives. It loses them, or gets them. */
  private async changesByContent(
    snapshot: Snapshot,
    quizId: string,
    places: readonly AskedQuestion[],
    before: GradingHistory,
    after: GradingHistory,
  ): Promise<Change[]> {
    const changes: Change[] = [];
    for (const [version, ids] of new Map(places.map((place) => [place.version, place.questionIds]))) {
      const leftOutIn = (gradings: GradingHistory) => ids.flatMap((id, at) => (gradings.isLeftOut([id]) ? at : []));
      const [former, next] = [leftOutIn(before), leftOutIn(after)];
      // A regrade that leaves out as many as before leaves out the same ones.
      if (former.length === next.length) continue;
      const content = await this.queries.execute(new GetQuizContent(quizId, version, snapshot));
      for (const [question, asked] of content.entries()) {
        const omitted = gradeQuestion(asked, OMITTED);
        const change = { version, question, isRegraded: false };
        if (former.includes(question)) {
          const leftOut = former.length === ids.length ? null : former;
          changes.push({ ...change, leftOut, ...pointChanges(asked, omitted) });
        }
        if (next.includes(question)) changes.push({ ...change, leftOut: next, ...pointChanges(omitted, asked) });
      }
    }
    return changes;
  }
}
