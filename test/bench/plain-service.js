// The baseline: the same reads and writes, written with only Fastify and pg. One prepared query for the key,
// one for the data; BEGIN, three writes, COMMIT for an attempt. No validation, no limits, no logs.
import { createHash, randomUUID } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const server = fastify();

const KEY = {
  name: 'key',
  text: 'SELECT users.id, users.role FROM api_keys JOIN users ON users.id = user_id WHERE hash = $1',
};
const QUIZ = {
  name: 'quiz',
  text: `SELECT quizzes.*, users.display_name, users.image FROM quizzes JOIN users ON users.id = author_id WHERE quizzes.id = $1`,
};
const LIST = {
  name: 'list',
  text: `SELECT id, title, author_id, max_attempts, created_at, (SELECT count(*)::int FROM quizzes) AS total
    FROM quizzes ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`,
};
const LEADERBOARD = {
  name: 'leaderboard',
  text: `SELECT user_id, display_name, image, correct, questions, hundredths, time_ms, completed_at,
      (SELECT count(*)::int FROM standings WHERE quiz_id = $1) AS total
    FROM standings JOIN users ON users.id = user_id WHERE quiz_id = $1
    ORDER BY hundredths DESC, time_ms, completed_at, user_id LIMIT $2 OFFSET $3`,
};
const LIMIT = {
  name: 'limit',
  text: `INSERT INTO attempt_counts VALUES ($1, $2, 1) ON CONFLICT (quiz_id, user_id)
    DO UPDATE SET count = attempt_counts.count + 1 WHERE attempt_counts.count < $3 RETURNING count`,
};
const ATTEMPT = {
  name: 'attempt',
  text: 'INSERT INTO attempts VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now())',
};
const STANDING = {
  name: 'standing',
  text: `INSERT INTO global_standings VALUES ($1, 1, $2, $3, $4, $5) ON CONFLICT (user_id) DO UPDATE SET
    attempts = global_standings.attempts + 1, correct = global_standings.correct + $2,
    questions = global_standings.questions + $3, hundredths = global_standings.hundredths + $4,
    time_ms = global_standings.time_ms + $5`,
};

const query = async (client, statement, values) => (await client.query({ ...statement, values })).rows;

async function userOf(request) {
  const hash = createHash('sha256').update(request.headers['x-api-key']).digest();
  const [user] = await query(pool, KEY, [hash]);
  if (user === undefined) throw Object.assign(new Error('Invalid API key'), { statusCode: 401 });
  return user;
}

async function quizOf(request) {
  const [quiz] = await query(pool, QUIZ, [request.params.id]);
  if (quiz === undefined) throw Object.assign(new Error('Quiz not found'), { statusCode: 404 });
  return quiz;
}

server.get('/api/quizzes/:id', async (request) => {
  await userOf(request);
  return quizOf(request);
});

server.get('/api/quizzes', async (request) => {
  await userOf(request);
  const quizzes = await query(pool, LIST, [30, 0]);
  return { quizzes, pagination: { page: 1, limit: 30, total: quizzes[0]?.total ?? 0 } };
});

server.get('/api/quizzes/:id/leaderboard', async (request) => {
  await userOf(request);
  const leaderboard = await query(pool, LEADERBOARD, [request.params.id, 30, 0]);
  return { leaderboard, pagination: { page: 1, limit: 30, total: leaderboard[0]?.total ?? 0 } };
});

server.post('/api/quizzes/:id/attempts', async (request, reply) => {
  const user = await userOf(request);
  const quiz = await quizOf(request);
  const { answers, totalTimeMs } = request.body;
  const chosen = new Map(answers.map(({ questionId, answerId }) => [questionId, answerId]));
  const result = quiz.questions.map(({ id, answers: options }) => ({
    questionId: id,
    answerId: chosen.get(id),
    isCorrect: options.some((option) => option.id === chosen.get(id) && option.isCorrect),
    correctAnswerId: options.find(({ isCorrect }) => isCorrect).id,
  }));
  const correct = result.filter(({ isCorrect }) => isCorrect).length;
  const hundredths = Math.round((10_000 * correct) / result.length);
  const attemptId = randomUUID();
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const granted = await query(client, LIMIT, [quiz.id, user.id, quiz.max_attempts]);
    if (granted.length === 0) throw Object.assign(new Error('Maximum attempts reached'), { statusCode: 409 });
    await query(client, ATTEMPT, [
      quiz.id,
      attemptId,
      user.id,
      JSON.stringify(result),
      correct,
      result.length,
      hundredths,
      totalTimeMs,
    ]);
    await query(client, STANDING, [user.id, correct, result.length, hundredths, totalTimeMs]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
  reply.status(201);
  return {
    attemptId,
    correctCount: correct,
    totalQuestions: result.length,
    percentage: hundredths / 100,
    answers: result,
  };
});

await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
