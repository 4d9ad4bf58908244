// The same users, keys and quizzes for the service and for the baseline.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const SAMPLE = fileURLToPath(new URL('../support/sample-quizzes.jsonl', import.meta.url));

export const QUIZZES = 200;
export const KEYS = 2_000;

/** The first bodies of a file of quizzes, repeated if it has fewer, with the maximum of attempts. */
export async function readQuizzes(file = process.env.QUIZ_DATA ?? SAMPLE) {
  const bodies = [];
  const stream = createReadStream(file, 'utf8');
  await once(stream, 'open');
  for await (const line of createInterface({ input: stream })) {
    if (line.trim() !== '') bodies.push({ ...JSON.parse(line), maxAttempts: 1_000_000 });
    if (bodies.length === QUIZZES) break;
  }
  return Array.from({ length: QUIZZES }, (_, index) => bodies[index % bodies.length]);
}

/** Runs work with a database connection. */
export async function withDatabase(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Fills the migrated database of the service with users and keys; the first user is an administrator. */
export async function fillService(url, keys, hashOf) {
  await withDatabase(url, async (client) => {
    const ids = keys.map((_, index) => userId(index));
    await client.query(
      `INSERT INTO users (id, email, display_name, role)
       SELECT id, id || '@example.com', 'User ' || place, CASE place WHEN 1 THEN 'admin' ELSE 'player' END
       FROM unnest($1::uuid[]) WITH ORDINALITY AS made (id, place)`,
      [ids],
    );
    await client.query(
      `INSERT INTO api_keys (id, name, hash, shown, user_id, created_by)
       SELECT user_id, 'bench', hash, 'qk_bench', user_id, user_id FROM unnest($1::uuid[], $2::bytea[]) AS made (user_id, hash)`,
      [ids, keys.map(hashOf)],
    );
    await client.query('ANALYZE');
  });
}

/** Fills the database of the baseline with the same, and with the quizzes as the service stored them. */
export async function fillPlain(url, keys, hashOf, quizzes) {
  await withDatabase(url, async (client) => {
    await client.query(`
      CREATE TABLE users (id uuid PRIMARY KEY, display_name text NOT NULL, image text, role text NOT NULL);
      CREATE TABLE api_keys (hash bytea PRIMARY KEY, user_id uuid NOT NULL);
      CREATE TABLE quizzes (id uuid PRIMARY KEY, title text NOT NULL, author_id uuid NOT NULL, max_attempts integer NOT NULL,
        questions jsonb NOT NULL, created_at timestamptz NOT NULL);
      CREATE INDEX ON quizzes (created_at DESC, id DESC);
      CREATE TABLE attempt_counts (quiz_id uuid, user_id uuid, count integer NOT NULL, PRIMARY KEY (quiz_id, user_id));
      CREATE TABLE attempts (quiz_id uuid, id uuid, user_id uuid, answers jsonb, correct integer, questions integer,
        hundredths integer, time_ms integer, completed_at timestamptz, PRIMARY KEY (quiz_id, id));
      CREATE TABLE standings (quiz_id uuid, user_id uuid, correct integer, questions integer, hundredths integer,
        time_ms integer, completed_at timestamptz, PRIMARY KEY (quiz_id, user_id));
      CREATE INDEX ON standings (quiz_id, hundredths DESC, time_ms, completed_at, user_id);
      CREATE TABLE global_standings (user_id uuid PRIMARY KEY, attempts bigint, correct bigint, questions bigint,
        hundredths bigint, time_ms bigint)`);
    const ids = keys.map((_, index) => userId(index));
    await client.query(
      `INSERT INTO users SELECT id, 'User ' || place, NULL, 'player' FROM unnest($1::uuid[]) WITH ORDINALITY AS made (id, place)`,
      [ids],
    );
    await client.query('INSERT INTO api_keys SELECT * FROM unnest($1::bytea[], $2::uuid[])', [keys.map(hashOf), ids]);
    for (const { id, title, authorId, maxAttempts, questions, createdAt } of quizzes) {
      const values = [id, title, authorId, maxAttempts, JSON.stringify(questions), createdAt];
      await client.query('INSERT INTO quizzes VALUES ($1, $2, $3, $4, $5, $6)', values);
    }
  });
}

/** Gives every quiz the same standings in both databases: those that the service derived from attempts. */
export async function copyStandings(serviceUrl, plainUrl) {
  const { rows } = await withDatabase(serviceUrl, (client) =>
    client.query(`SELECT json_agg(json_build_array(quiz_id, user_id, correct_count, total_questions, 10000 - miss, total_time_ms,
      completed_at)) AS all FROM quiz_standings`),
  );
  await withDatabase(plainUrl, async (client) => {
    await client.query(
      `INSERT INTO standings SELECT (row ->> 0)::uuid, (row ->> 1)::uuid, (row ->> 2)::int, (row ->> 3)::int, (row ->> 4)::int,
         (row ->> 5)::int, (row ->> 6)::timestamptz FROM json_array_elements($1::json) AS row`,
      [JSON.stringify(rows[0].all)],
    );
    await client.query('ANALYZE');
  });
}

function userId(index) {
  return `00000000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
}
