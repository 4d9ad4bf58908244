// The statements of the plain program.

export const KEY = {
  name: 'key',
  text: 'SELECT users.id, users.role FROM api_keys JOIN users ON users.id = user_id WHERE hash = $1',
};

export const QUIZ = {
  name: 'quiz',
  text: 'SELECT max_attempts, content FROM quizzes WHERE id = $1',
};

export const LIST = {
  name: 'list',
  text: `SELECT id, title, description, hero_image_url AS "heroImageUrl", author_id AS "authorId", max_attempts AS "maxAttempts",
      time_limit_seconds AS "timeLimitSeconds", randomize_questions AS "randomizeQuestions", created_at AS "createdAt",
      updated_at AS "updatedAt"
    FROM quizzes ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`,
};

const RANK = 'basis_points DESC, time_ms, completed_at, user_id';

export const LEADERBOARD = {
  name: 'leaderboard',
  text: `SELECT user_id, display_name, image, correct, questions, basis_points, time_ms, completed_at
    FROM (SELECT * FROM standings WHERE quiz_id = $1 ORDER BY ${RANK} LIMIT $2 OFFSET $3) AS page
    JOIN users ON users.id = user_id ORDER BY ${RANK}`,
};

const GLOBAL_RANK = 'correct DESC, (basis_points / attempts) DESC, time_ms, user_id';

export const GLOBAL_LEADERBOARD = {
  name: 'global-leaderboard',
  text: `SELECT user_id, display_name, image, attempts, correct, questions, (basis_points / attempts)::integer AS average
    FROM (SELECT * FROM global_standings ORDER BY ${GLOBAL_RANK} LIMIT $1 OFFSET $2) AS page
    JOIN users ON users.id = user_id ORDER BY ${GLOBAL_RANK}`,
};

export const ATTEMPT = {
  name: 'attempt',
  text: 'INSERT INTO attempts VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now())',
};

const better = (column) =>
  `${column} = CASE WHEN (excluded.basis_points, -excluded.time_ms) > (best.basis_points, -best.time_ms)
    THEN excluded.${column} ELSE best.${column} END`;

/** The user's best attempt at the quiz; no row if the user has no attempt left. */
export const STANDING = {
  name: 'standing',
  text: `INSERT INTO standings AS best VALUES ($1, $2, 1, $3, $4, $5, $6, now())
    ON CONFLICT (quiz_id, user_id) DO UPDATE SET attempts = best.attempts + 1,
      ${['correct', 'questions', 'basis_points', 'time_ms', 'completed_at'].map(better).join(', ')}
    WHERE best.attempts < $7`,
};

export const GLOBAL_STANDING = {
  name: 'global-standing',
  text: `INSERT INTO global_standings AS total VALUES ($1, 1, $2, $3, $4, $5) ON CONFLICT (user_id) DO UPDATE SET
    attempts = total.attempts + 1, correct = total.correct + excluded.correct, questions = total.questions + excluded.questions,
    basis_points = total.basis_points + excluded.basis_points, time_ms = total.time_ms + excluded.time_ms`,
};

export const SCHEMA = `
  CREATE TABLE users (id uuid PRIMARY KEY, display_name text NOT NULL, image text, role text NOT NULL);
  CREATE TABLE api_keys (hash bytea PRIMARY KEY, user_id uuid NOT NULL);
  CREATE TABLE quizzes (id uuid PRIMARY KEY, title text NOT NULL, description text, hero_image_url text, author_id uuid NOT NULL,
    max_attempts integer NOT NULL, time_limit_seconds integer, randomize_questions boolean, created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL, content jsonb NOT NULL);
  CREATE INDEX ON quizzes (created_at DESC, id DESC);
  CREATE TABLE attempts (quiz_id uuid, id uuid, user_id uuid, answers jsonb, correct integer, questions integer,
    basis_points integer, time_ms integer, completed_at timestamptz, PRIMARY KEY (quiz_id, id));
  CREATE TABLE standings (quiz_id uuid, user_id uuid, attempts integer, correct integer, questions integer,
    basis_points integer, time_ms integer, completed_at timestamptz, PRIMARY KEY (quiz_id, user_id));
  CREATE INDEX ON standings (quiz_id, ${RANK});
  CREATE TABLE global_standings (user_id uuid PRIMARY KEY, attempts integer, correct integer, questions integer,
    basis_points bigint, time_ms bigint);
  CREATE INDEX ON global_standings (${GLOBAL_RANK})`;
