// Fills the service's database by SQL with attempts and derived data, as the service itself would have written them.

/** Tables to fill; their indexes are created afterwards. */
const TABLES = ['attempts', 'quiz_standings', 'global_standings'];

const ID = (number) => `('00000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

/**
 * Adds users without keys, and attempts: a tenth of them at the first quiz, each by another user, the others spread over the other
 * quizzes, at most one of a user at a quiz.
 * @param quizIds ids of quizzes of ten questions, as attempts at them are made here
 */
export async function fillAttempts(client, { users, attempts, quizIds, log }) {
  const step = async (name, text, values) => {
    const from = performance.now();
    await client.query(text, values);
    log(`  ${name}: ${((performance.now() - from) / 1000).toFixed(0)} s`);
  };
  const { rows: indexes } = await client.query(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY ($1) AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE 'PK_%'`,
    [TABLES],
  );
  for (const { indexname } of indexes) await client.query(`DROP INDEX ${indexname}`);
  await step(
    'users',
    `INSERT INTO users (id, email, display_name, role)
     SELECT id, id || '@example.com', 'User ' || number, 'player'
     FROM (SELECT number, ${ID('number')} AS id FROM generate_series(1, ${users}) AS number) AS made ON CONFLICT DO NOTHING`,
  );
  const big = attempts / 10;
  const others = quizIds.length - 1;
  await step(
    'attempts',
    `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
       total_time_ms, timed_out, completed_at)
     SELECT ($1::uuid[])[quiz], ${ID('number + 1')}, ${ID('1 + account')}, 1,
       '[[0, 1], [1, 2], [2, 0], [3, 1], [4, 3], [5, 0], [6, 2], [7, 1], [8, 0], [9, 3]]', correct, 10, correct * 1000,
       correct >= 7, 1000 + floor(random() * 300000)::integer, random() < 0.02,
       date_trunc('milliseconds', now() - interval '30 days' + number * interval '100 milliseconds')
     FROM (
       SELECT number, floor(random() * 11)::integer AS correct,
         CASE WHEN number < ${big} THEN number ELSE (number - ${big}) % ${users} END AS account,
         CASE WHEN number < ${big} THEN 1
           ELSE 2 + (((number - ${big}) % ${users}) + ((number - ${big}) / ${users}) * 22) % ${others} END AS quiz
       FROM generate_series(0, ${attempts} - 1) AS number
     ) AS made`,
    [quizIds],
  );
  await step(
    'attempt counts',
    'INSERT INTO attempt_counts (quiz_id, user_id, count) SELECT quiz_id, user_id, 1 FROM attempts ORDER BY quiz_id, user_id',
  );
  await step(
    'standings',
    `INSERT INTO quiz_standings (quiz_id, user_id, missed_basis_points, total_time_ms, completed_at, correct_count, total_questions, attempts,
       sum_correct, sum_questions, sum_basis_points, sum_time_ms)
     SELECT quiz_id, user_id, 10000 - basis_points, total_time_ms, completed_at, correct_count, total_questions, 1,
       correct_count, total_questions, basis_points, total_time_ms
     FROM attempts ORDER BY quiz_id, user_id`,
  );
  await step(
    'global standings',
    `INSERT INTO global_standings (user_id, attempts, correct, questions, basis_points, time_ms)
     SELECT user_id, count(*), sum(correct_count), sum(total_questions), sum(basis_points), sum(total_time_ms)
     FROM attempts GROUP BY user_id ORDER BY user_id`,
  );
  await client.query(`
    INSERT INTO sharded_counters (subject, name, shard, value)
    SELECT quiz_id, name, 0, count(*) FROM attempts CROSS JOIN (VALUES ('attempts'), ('standings')) AS counted (name) GROUP BY quiz_id, name
    UNION ALL
    SELECT '00000000-0000-0000-0000-000000000000', 'ranked-users', 0, count(*) FROM global_standings`);
  for (const { indexname, indexdef } of indexes) await step(`index ${indexname}`, indexdef);
  for (const table of [...TABLES, 'attempt_counts', 'users'])
    await step(`vacuum ${table}`, `VACUUM (ANALYZE) ${table}`);
  await client.query('CHECKPOINT');
}

/** Adds quizzes: copies of one, created one second apart. */
export async function fillQuizzes(client, { count, quizId }) {
  await client.query(
    `WITH made AS (
       SELECT ${ID('1000000 + number')} AS copy, number FROM generate_series(1, ${count}) AS number
     ), copied AS (
       INSERT INTO quizzes (id, author_id, title, description, hero_image_url, max_attempts, time_limit_seconds, randomize_questions,
         version, revision, created_at, updated_at)
       SELECT copy, author_id, title || ' ' || number, description, hero_image_url, max_attempts, time_limit_seconds,
         randomize_questions, 1, 1, created_at - number * interval '1 second', updated_at
       FROM made CROSS JOIN quizzes WHERE id = $1 RETURNING id
     )
     INSERT INTO quiz_versions (quiz_id, version, content, question_ids, question_set)
     SELECT copied.id, 1, content, question_ids, question_set FROM copied CROSS JOIN quiz_versions
     WHERE quiz_id = $1 AND quiz_versions.version = 1`,
    [quizId],
  );
  await client.query(
    `INSERT INTO sharded_counters (subject, name, shard, value) VALUES ('00000000-0000-0000-0000-000000000000', 'quizzes', 7, $1)
     ON CONFLICT (subject, name, shard) DO UPDATE SET value = sharded_counters.value + excluded.value`,
    [count],
  );
  await client.query('VACUUM (ANALYZE) quizzes');
}
