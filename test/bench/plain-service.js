// The plain program: the same reads and writes by hand on bare Fastify and pg. A prepared query for each need, a transaction
// for each attempt. No validation, limits or logs.
import { createHash, randomUUID } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import { ATTEMPT, GLOBAL_LEADERBOARD, GLOBAL_STANDING, KEY, LEADERBOARD, LIST, QUIZ, STANDING } from './plain-sql.js';

const LIMIT = 30;
/** The default cost of a random page is that of a hard disk: a leaderboard's page would be joined by reading all users. */
const options = '-c random_page_cost=1.1';
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options });
const server = fastify();

const query = (client, { name, text }, values) => client.query({ name, text, values });

server.decorateRequest('user', null);
server.addHook('onRequest', async (request, reply) => {
  const key = request.headers['x-api-key'];
  if (key === undefined) return reply.code(401).send({ error: 'API key is required' });
  const { rows } = await query(pool, KEY, [createHash('sha256').update(key).digest()]);
  if (rows.length === 0) return reply.code(401).send({ error: 'Invalid API key' });
  request.user = rows[0];
});

async function readQuiz(id) {
  const { rows } = await query(pool, QUIZ, [id]);
  if (rows.length === 0) throw Object.assign(new Error('Quiz not found'), { statusCode: 404 });
  return rows[0];
}

server.get('/api/quizzes/:id', async (request) => (await readQuiz(request.params.id)).content);

function pageOf({ page = 1, limit = LIMIT }) {
  return { page: Number(page), limit: Number(limit), offset: (page - 1) * limit };
}

server.get('/api/quizzes', async (request) => {
  const { page, limit, offset } = pageOf(request.query);
  const { rows } = await query(pool, LIST, [limit, offset]);
  return { quizzes: rows, pagination: { page, limit } };
});

server.get('/api/quizzes/:id/leaderboard', async (request) => {
  const { page, limit, offset } = pageOf(request.query);
  const { rows } = await query(pool, LEADERBOARD, [request.params.id, limit, offset]);
  const leaderboard = rows.map((row, index) => ({
    rank: offset + index + 1,
    userId: row.user_id,
    displayName: row.display_name,
    image: row.image,
    correctCount: row.correct,
    totalQuestions: row.questions,
    percentage: row.basis_points / 100,
    totalTimeMs: row.time_ms,
    completedAt: row.completed_at,
  }));
  return { leaderboard, pagination: { page, limit } };
});

server.get('/api/leaderboard', async (request) => {
  const { page, limit, offset } = pageOf(request.query);
  const { rows } = await query(pool, GLOBAL_LEADERBOARD, [limit, offset]);
  const leaderboard = rows.map((row, index) => ({
    rank: offset + index + 1,
    userId: row.user_id,
    displayName: row.display_name,
    image: row.image,
    totalAttempts: row.attempts,
    averageScore: row.average / 100,
    totalCorrect: row.correct,
    totalQuestions: row.questions,
  }));
  return { leaderboard, pagination: { page, limit } };
});

function score(questions, answers) {
  const chosen = new Map(answers.map(({ questionId, answerId }) => [questionId, answerId]));
  return questions.map(({ id, answers: options }) => {
    const correct = options.find(({ isCorrect }) => isCorrect).id;
    const answerId = chosen.get(id);
    return { questionId: id, answerId, isCorrect: answerId === correct, correctAnswerId: correct };
  });
}

/** @returns false if the user has no attempt left */
async function record({ id, quizId, userId, answers, correct, basisPoints, timeMs }, maxAttempts) {
  const total = answers.length;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const standing = [quizId, userId, correct, total, basisPoints, timeMs, maxAttempts];
    const { rowCount } = await query(client, STANDING, standing);
    if (rowCount > 0) {
      const attempt = [quizId, id, userId, JSON.stringify(answers), correct, total, basisPoints, timeMs];
      await query(client, ATTEMPT, attempt);
      await query(client, GLOBAL_STANDING, [userId, correct, total, basisPoints, timeMs]);
    }
    await client.query('COMMIT');
    return rowCount > 0;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

server.post('/api/quizzes/:id/attempts', async (request, reply) => {
  const quizId = request.params.id;
  const { max_attempts: maxAttempts, content } = await readQuiz(quizId);
  const timeMs = request.body.totalTimeMs;
  const answers = score(content.questions, request.body.answers);
  const correct = answers.filter(({ isCorrect }) => isCorrect).length;
  const basisPoints = Math.round((10_000 * correct) / answers.length);
  const id = randomUUID();
  const attempt = { id, quizId, userId: request.user.id, answers, correct, basisPoints, timeMs };
  if (!(await record(attempt, maxAttempts))) return reply.code(409).send({ error: 'Maximum attempts reached' });
  reply.code(201);
  return {
    attemptId: id,
    correctCount: correct,
    totalQuestions: answers.length,
    percentage: basisPoints / 100,
    passed: basisPoints >= 7_000,
    totalTimeMs: timeMs,
    answers,
  };
});

await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
