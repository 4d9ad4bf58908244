import { query } from '../support/database.js';
import { apiWith, createQuiz, quizBody } from '../support/factories.js';
import { answersTo, save, type Start, startAccepted } from '../support/starts.js';
import { until } from '../support/until.js';
import { extent } from './extent.js';
import { record } from './results.js';
import { describeWithCluster, type Site, startSite } from './site.js';
import { expectConsistent } from './verify.js';

const ROUNDS = extent({ short: 1, soak: 10 });
const LIMIT_SECONDS = 20;
const GRACE_SECONDS = 1;

interface Recorded {
  id: string;
  correct: number;
  timedOut: boolean;
  completedAt: Date;
}

describeWithCluster('three instances', () => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite({ players: 12, environment: { START_GRACE_SECONDS: String(GRACE_SECONDS) } });
  });

  afterAll(() => site.cluster.stop());

  it('record once what was saved at one of them that is killed before the time is up', async () => {
    const { cluster, databaseUrl, admin, players } = site;
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const quiz = await createQuiz(admin, quizBody(4, { timeLimitSeconds: LIMIT_SECONDS, requireStart: true }));
      site.quizzes.push(quiz);
      const [killed] = cluster.instances;
      const starts = new Map<string, Start>();
      for (const { key } of players) {
        const player = { api: apiWith(killed?.url ?? '', key) };
        const started = await startAccepted(player, quiz.id);
        expect((await save(player, started, answersTo(started, quiz, 3))).status).toBe(200);
        starts.set(started.id, started);
      }
      await killed?.kill();
      const read = () =>
        query<Recorded>(
          databaseUrl,
          `SELECT id, correct_count AS correct, timed_out AS "timedOut", completed_at AS "completedAt"
             FROM attempts WHERE quiz_id = $1`,
          [quiz.id],
        );
      await until('all are recorded', async () => (await read()).length === players.length);
      await killed?.start();
      const recorded = await read();
      expect(new Set(recorded.map(({ id }) => id))).toEqual(new Set(starts.keys()));
      expect(recorded.every(({ correct, timedOut }) => correct === 3 && timedOut)).toBe(true);
      expect(await query(databaseUrl, 'SELECT FROM starts')).toEqual([]);
      for (const { id, completedAt } of recorded) {
        const end = Date.parse(starts.get(id)?.endsAt ?? '') + 1_000 * GRACE_SECONDS;
        took.push((completedAt.getTime() - end) / 1_000);
      }
    }
    await expectConsistent(site);
    record({
      name: 'kill -9 of the instance at which answers were saved, before the time is up',
      done: `${ROUNDS} times, with ${players.length} open starts`,
      expected: 'what was saved is recorded once, within 10 s after the grace',
      measured: `all recorded once, at most ${Math.max(...took).toFixed(1)} s after the grace`,
    });
  });
});
