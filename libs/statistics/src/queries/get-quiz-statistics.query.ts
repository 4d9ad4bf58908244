import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { FindAnsweredVersion, GetQuizTitle } from '#libs/quizzes';
import { difficulty, discrimination, type ItemSums } from '../item-analysis.js';
import type { DayCount, QuizStatistics } from '../statistics.dto.js';
import { SCORE_RANGES } from '../tally.js';

/** The statistics of the attempts at a quiz. @throws QuizNotFound */
export class GetQuizStatistics extends Query<QuizStatistics> {
  constructor(readonly quizId: string) {
    super();
  }
}

/** One statement, so that all statistics are of the same snapshot. */
const READ = sql(`
  SELECT
    date_trunc('milliseconds', coalesce((SELECT min(recorded_at) FROM attempts_to_count), statement_timestamp())) AS "upTo",
    ARRAY(
      SELECT json_build_object('range', range, 'attempts', attempts, 'passed', passed, 'timedOut', timed_out)
      FROM quiz_scores WHERE quiz_id = $1) AS scores,
    ARRAY(
      SELECT json_build_object('day', day::date, 'attempts', coalesce(attempts, 0), 'passed', coalesce(passed, 0))
      FROM generate_series(today - 89, today, interval '1 day') AS day
      LEFT JOIN (SELECT day, attempts, passed FROM quiz_days WHERE quiz_id = $1) AS counted USING (day) ORDER BY day) AS days,
    ARRAY(
      SELECT json_build_object('id', question_id, 'attempts', attempts, 'correct', correct, 'rest', json_build_object(
        'attempts', rest_attempts::text, 'correct', rest_correct::text, 'sum', rest_sum::text,
        'squares', rest_squares::text, 'sumOfCorrect', rest_sum_of_correct::text))
      FROM question_statistics WHERE quiz_id = $1 AND question_id = ANY ($2::uuid[])) AS questions
  FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) AS clock`);

interface Row {
  upTo: Date;
  scores: { range: number; attempts: number; passed: number; timedOut: number }[];
  days: DayCount[];
  questions: (ItemSums & { id: string })[];
}

const NOTHING: ItemSums = {
  attempts: 0,
  correct: 0,
  rest: { attempts: '0', correct: '0', sum: '0', squares: '0', sumOfCorrect: '0' },
};

@QueryHandler(GetQuizStatistics)
export class GetQuizStatisticsHandler implements IQueryHandler<GetQuizStatistics> {
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId }: GetQuizStatistics): Promise<QuizStatistics> {
    // Without answered questions it is the current version.
    const { content } = await this.queries.execute(new FindAnsweredVersion(quizId, []));
    const rows = await this.database.query<Row & Record<string, unknown>>(READ, [quizId, content.map(({ id }) => id)]);
    // A quiz that was deleted in the meantime would have no attempts.
    await this.queries.execute(new GetQuizTitle(quizId));
    const { upTo, scores, days, questions } = rows[0] as Row;
    const sums = new Map(questions.map((one) => [one.id, one]));
    const width = 100 / SCORE_RANGES;
    return {
      attempts: sum(scores.map(({ attempts }) => attempts)),
      passed: sum(scores.map(({ passed }) => passed)),
      timedOut: sum(scores.map(({ timedOut }) => timedOut)),
      upTo,
      scores: Array.from({ length: SCORE_RANGES }, (_, index) => {
        const attempts = scores.find(({ range }) => range === index)?.attempts ?? 0;
        return { from: index * width, to: (index + 1) * width, attempts };
      }),
      days,
      questions: content.map(({ id, text }) => {
        const item = sums.get(id) ?? NOTHING;
        const { attempts, correct } = item;
        return {
          questionId: id,
          text,
          attempts,
          correct,
          difficulty: difficulty(item),
          discrimination: discrimination(item),
        };
      }),
    };
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
