import { countStatuses } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import { createPlayer, createQuiz, type Player, quizBody } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';

let service: Service;
let admin: Player;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

/** Copies of a quiz, each with standings of the same hundred users, whose images have long addresses. @returns their ids */
async function createRankedQuizzes(count: number): Promise<string[]> {
  const { id } = await createQuiz(admin, quizBody(1));
  const quizzes = await query<{ id: string }>(
    service.databaseUrl,
    `INSERT INTO quizzes SELECT gen_random_uuid(), author_id, title, description, hero_image_url, max_attempts,
      time_limit_seconds, randomize_questions, version, revision
    FROM quizzes, generate_series(1, $2) WHERE id = $1 RETURNING id`,
    [id, count],
  );
  const ids = quizzes.map((quiz) => quiz.id);
  await query(
    service.databaseUrl,
    `WITH added AS (
      INSERT INTO users (id, email, display_name, role, image)
      SELECT gen_random_uuid(), n || '@example.com', 'User', 'player', 'https://example.com/' || repeat('x', 2000)
      FROM generate_series(1, 100) AS n RETURNING id
    )
    INSERT INTO quiz_standings
    SELECT quiz_id, added.id, 0, 1, now(), 1, 1, 1, 1, 1, 10000, 1 FROM unnest($1::uuid[]) AS quiz_id, added`,
    [ids],
  );
  return ids;
}

describe('concurrent requests for leaderboards', () => {
  it('are all answered, also beyond the size of the cache', async () => {
    const ids = await createRankedQuizzes(100);
    // And once more the first of them, which the others have evicted.
    for (const asking of [ids, ids.slice(0, 25)]) {
      const asked = asking.map(async (id) => {
        const { data, response } = await admin.api.GET('/quizzes/{id}/leaderboard', {
          params: { path: { id }, query: { limit: 100 } },
        });
        return { status: response.status, size: data?.leaderboard.length };
      });
      const answers = await Promise.all(asked);
      expect(countStatuses(answers)).toEqual({ 200: asking.length });
      expect(new Set(answers.map(({ size }) => size))).toEqual(new Set([100]));
    }
  });
});
