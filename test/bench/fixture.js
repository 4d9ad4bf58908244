// The same users, keys and quizzes for the service and for the baseline.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { SCHEMA } from './plain-sql.js';

const SAMPLE = fileURLToPath(new URL('../support/sample-quizzes.jsonl', import.meta.url));

export const QUIZZES = 200;
export const KEYS = 2_000;
/** Signs in to the backoffice. */
export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery staple' };

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

/** Fills the database of the plain program with the same, and with the quizzes as the service returned them. */
export async function fillPlain(url, keys, hashOf, quizzes) {
  await withDatabase(url, async (client) => {
    await client.query(SCHEMA);
    const ids = keys.map((_, index) => userId(index));
    await client.query(
      `INSERT INTO users SELECT id, 'User ' || place, NULL, 'player' FROM unnest($1::uuid[]) WITH ORDINALITY AS made (id, place)`,
      [ids],
    );
    await client.query('INSERT INTO api_keys SELECT * FROM unnest($1::bytea[], $2::uuid[])', [keys.map(hashOf), ids]);
    await client.query(
      `INSERT INTO quizzes SELECT quiz.*, content FROM jsonb_array_elements($1) AS content, jsonb_to_record(content) AS quiz (
         id uuid, title text, description text, "heroImageUrl" text, "authorId" uuid, "maxAttempts" integer,
         "timeLimitSeconds" integer, "randomizeQuestions" boolean, "createdAt" timestamptz, "updatedAt" timestamptz)`,
      [JSON.stringify(quizzes)],
    );
  });
}

/** The service's standings, with the columns of the plain program. */
const STANDINGS = {
  standings: `SELECT quiz_id, user_id, attempts, correct_count AS correct, total_questions AS questions,
    10000 - missed_basis_points AS basis_points, total_time_ms AS time_ms, completed_at FROM quiz_standings`,
  global_standings: `SELECT user_id, attempts, correct, questions, basis_points, time_ms FROM global_standings`,
};

/** Gives the plain program the standings that the service derived from attempts. */
export async function copyStandings(serviceUrl, plainUrl) {
  for (const [name, text] of Object.entries(STANDINGS)) {
    const { rows } = await withDatabase(serviceUrl, (client) =>
      client.query(`SELECT json_agg(standing)::text AS standings FROM (${text}) AS standing`),
    );
    await withDatabase(plainUrl, (client) =>
      client.query(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1)`, [rows[0].standings]),
    );
  }
  await withDatabase(plainUrl, (client) => client.query('ANALYZE'));
}

function userId(index) {
  return `00000000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
}
