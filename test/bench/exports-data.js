// Fills the service's database by SQL with the largest inputs of exports, statistics and grids.
import { randomUUID } from 'node:crypto';

const ID = (prefix, number) => `('${prefix}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

/** A quiz of the API. @param length characters of each answer */
export function quizOf(title, { questions, answers, length = 20 }) {
  return {
    title,
    maxAttempts: 1_000_000,
    questions: Array.from({ length: questions }, (_, question) => ({
      text: `Question ${question}: which of these is it?`,
      answers: Array.from({ length: answers }, (_, answer) => ({
        text: `${title} ${question} ${answer} `.padEnd(length, 'x "quoted", 1 = 1; <b> '),
        isCorrect: answer === 0,
      })),
    })),
  };
}

/** Makes versions of a quiz, each with questions of its own. */
export async function addVersions(client, quizId, versions) {
  const { rows } = await client.query('SELECT content FROM quiz_versions WHERE quiz_id = $1 AND version = 1', [quizId]);
  for (let version = 2; version <= versions; version++) {
    const content = rows[0].content.map((question) => ({ ...question, id: randomUUID() }));
    await client.query(
      `INSERT INTO quiz_versions (quiz_id, version, content, question_ids, question_set)
       VALUES ($1, $2, $3, $4, sha256($5::text::bytea))`,
      [quizId, version, JSON.stringify(content), content.map(({ id }) => id), `${version}`],
    );
  }
  await client.query('UPDATE quizzes SET version = $2 WHERE id = $1', [quizId, versions]);
}

export async function addUsers(client, users) {
  await client.query(
    `INSERT INTO users (id, email, display_name, role)
     SELECT ${ID('10000000', 'number')}, 'user' || number || '@example.com', 'User; "' || number || '"', 'player'
     FROM generate_series(1, $1::integer) AS number`,
    [users],
  );
}

/** Adds attempts with random answers, spread over the users and the versions, and the standings of the quiz. */
export async function addAttempts(client, quizId, { attempts, users, questions, answers, versions = 1 }) {
  await client.query(
    `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed, total_time_ms,
       timed_out, completed_at)
     SELECT $1, gen_random_uuid(), ${ID('10000000', '1 + number % $3')}, 1 + number % $6, chosen, correct, $4,
       round(10000.0 * correct / $4), correct * 10 >= $4 * 7, 1000 + number, false, date_trunc('milliseconds', now()) - number * interval '1 second'
     FROM generate_series(0, $2::integer - 1) AS number
     CROSS JOIN LATERAL (
       SELECT jsonb_agg(jsonb_build_array(question, answer) ORDER BY question) AS chosen, count(*) FILTER (WHERE answer = 0) AS correct
       FROM (SELECT question, floor(random() * $5 + 0 * number)::integer AS answer FROM generate_series(0, $4::integer - 1) AS question) AS drawn
     ) AS made`,
    [quizId, attempts, users, questions, answers, versions],
  );
  await client.query(
    `INSERT INTO quiz_standings (quiz_id, user_id, missed_basis_points, total_time_ms, completed_at, correct_count, total_questions, attempts,
       sum_correct, sum_questions, sum_basis_points, sum_time_ms)
     SELECT quiz_id, user_id, min(10000 - basis_points), min(total_time_ms), min(completed_at), max(correct_count), max(total_questions),
       count(*), sum(correct_count), sum(total_questions), sum(basis_points), sum(total_time_ms)
     FROM attempts WHERE quiz_id = $1 GROUP BY quiz_id, user_id`,
    [quizId],
  );
}

export async function addGlobalStandings(client) {
  await client.query(
    `INSERT INTO global_standings (user_id, attempts, correct, questions, basis_points, time_ms)
     SELECT user_id, count(*), sum(correct_count), sum(total_questions), sum(basis_points), sum(total_time_ms) FROM attempts GROUP BY user_id`,
  );
}

/** Entries of the audit log, some as large as they can be. */
export async function addAuditEntries(client, entries, userId) {
  await client.query(
    `INSERT INTO audit_entries (id, at, actor_id, actor_name, action, subject_kind, subject_id, subject_name, details)
     SELECT gen_random_uuid(), now() - number * interval '1 second', $2, 'Administrator', 'user.changed', 'user', $2, 'A user',
       jsonb_build_object('text', repeat('a;b "c" ', CASE WHEN number < 2000 THEN 2500 ELSE 5 END))
     FROM generate_series(1, $1::integer) AS number`,
    [entries, userId],
  );
}

/** The use of a key in each hour of 400 days, from 1,000 addresses. */
export async function addKeyUsage(client, keyId) {
  await client.query(
    `INSERT INTO key_usage (hour, key_id, requests, rejections)
     SELECT date_trunc('hour', now()) - number * interval '1 hour', $1, 10, 1 FROM generate_series(0, 9599) AS number ON CONFLICT DO NOTHING`,
    [keyId],
  );
  await client.query(
    `INSERT INTO key_addresses (key_id, address, last_used_at) SELECT $1, '10.0.' || number / 256 || '.' || number % 256, now()
     FROM generate_series(1, 1000) AS number`,
    [keyId],
  );
}

/** Copies of a quiz. */
export async function copyQuiz(client, quizId, copies) {
  await client.query(
    `WITH copied AS (
       INSERT INTO quizzes (id, author_id, title, max_attempts, time_limit_seconds, randomize_questions, version, revision)
       SELECT gen_random_uuid(), author_id, title, max_attempts, 0, true, 1, 1 FROM quizzes, generate_series(1, $2::integer) WHERE id = $1
       RETURNING id
     )
     INSERT INTO quiz_versions (quiz_id, version, content, question_ids, question_set)
     SELECT copied.id, 1, content, question_ids, question_set FROM copied, quiz_versions WHERE quiz_id = $1 AND quiz_versions.version = 1`,
    [quizId, copies],
  );
}
