// What an application does: it registers its users as players, plays for them, hears of attempts by a webhook, and compares its copy
// with the feed.
import { setTimeout as sleep } from 'node:timers/promises';
import { type AttemptFeedPage, QuizServiceClient } from '#libs/client';
import { query } from '../support/database.js';
import { attemptAt, type Player } from '../support/factories.js';
import { untilEnded } from '../support/feed.js';
import { send } from '../support/http.js';
import type { OpenApiDocument } from '../support/openapi/document.js';
import { operationsOf } from '../support/openapi/operations.js';
import { createApplication } from '../support/players.js';
import { createWebhook, Receiver } from '../support/receiver.js';
import { until } from '../support/until.js';
import { extent } from './extent.js';
import { type Random, startRandom } from './random.js';
import { record } from './results.js';
import { describeWithCluster, type Site, startSite } from './site.js';
import { expectConsistent } from './verify.js';

const PLAYERS = extent({ short: 600, soak: 20_000 });
/** Players of one request. */
const BATCH = extent({ short: 200, soak: 1_000 });
/** Attempts that are submitted at once. */
const AT_ONCE = 16;
/** Players of the first application whom the second one asks for. */
const SAMPLE = 3;

type Change = AttemptFeedPage['attempts'][number];
type Attempt = Exclude<Change, { deleted: true }>;

/** A copy of the attempts that the key may see. */
class Copy {
  readonly attempts = new Map<string, Attempt>();
  /** Attempts that the feed returned, each as often as it did. */
  returned = 0;
  private cursor: string | undefined;

  constructor(private readonly client: QuizServiceClient) {}

  async reconcile(): Promise<void> {
    for await (const page of this.client.syncAttempts({ cursor: this.cursor, limit: 100 })) {
      this.returned += page.attempts.length;
      for (const attempt of page.attempts) {
        if (!('deleted' in attempt)) this.attempts.set(attempt.attemptId, attempt);
      }
      this.cursor = page.nextCursor;
    }
  }
}

describeWithCluster('an application', () => {
  let site: Site;
  let receiver: Receiver;

  beforeAll(async () => {
    site = await startSite({ players: 0, environment: { WEBHOOK_NETWORKS: '127.0.0.1' } });
    receiver = await Receiver.start();
  });

  afterAll(async () => {
    await receiver.close();
    await site.cluster.stop();
  });

  const clientOf = ({ key }: Player) =>
    new QuizServiceClient({ baseUrl: `${site.url}/api`, apiKey: key, maxRetries: 10 });

  /** @returns the external ids */
  async function register(client: QuizServiceClient): Promise<string[]> {
    const ids = Array.from({ length: PLAYERS }, (_, index) => `learner/${index + 1}`);
    for (let from = 0; from < PLAYERS; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      await client.putPlayers(batch.map((externalId) => ({ externalId, displayName: `Learner ${externalId}` })));
    }
    return ids;
  }

  /** Submits an attempt for each player. @param submitted the ids that the service gave them, as it does */
  async function play(client: QuizServiceClient, ids: string[], random: Random, submitted: Set<string>): Promise<void> {
    const waiting = [...ids];
    const playOneByOne = async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const quiz = random.pick(site.quizzes);
        const attempt = attemptAt(quiz, random.between(0, quiz.questions.length), random.between(1_000, 60_000));
        submitted.add((await client.asPlayer(id).submitAttempt(quiz.id, attempt)).attemptId);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, playOneByOne));
  }

  /** Asks every operation that takes a player for one of another application. @returns the number of operations */
  async function expectUnknown(
    { key }: Player,
    { userId, externalId = '', quizId, attemptId }: Attempt,
  ): Promise<number> {
    const document = (await (await fetch(`${site.url}/docs/openapi.json`)).json()) as OpenApiDocument;
    const values: Record<string, string> = { id: quizId, externalId: encodeURIComponent(externalId), attemptId };
    const asked = new Set<string>();
    for (const { method, template, parameters } of operationsOf(document)) {
      const path = `/api${template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'none')}`;
      const takes = (place: string, name: string) => parameters.some((one) => one.in === place && one.name === name);
      const ask = async (query = '', headers = {}) => {
        asked.add(`${method} ${template}`);
        const { status, text } = await send(site.url, method, path + query, {
          headers: { 'x-api-key': key, ...headers },
        });
        return [status, text];
      };
      const notFound = [404, '{"error":"Player not found"}'];
      if (takes('header', 'X-Player')) expect(await ask('', { 'x-player': values.externalId })).toEqual(notFound);
      // PUT registers a player of its own.
      if (takes('path', 'externalId') && method !== 'PUT') expect(await ask()).toEqual(notFound);
      if (takes('path', 'attemptId')) expect(await ask()).toEqual([404, '{"error":"Attempt not found"}']);
      for (const [name, value] of Object.entries({ userId, externalId: values.externalId })) {
        if (takes('query', name))
          expect(await ask(`?${name}=${value}`)).toMatchObject([200, expect.stringContaining('"attempts":[]')]);
      }
    }
    return asked.size;
  }

  it('finds in the feed each attempt of its players once, and no other application sees the players or acts for them', async () => {
    const { cluster, databaseUrl } = site;
    const random = startRandom('Application');
    const [application, second] = [await createApplication(site), await createApplication(site)];
    const client = clientOf(application);
    const copy = new Copy(client);
    const [, killed, third] = cluster.instances;
    await third?.stop();

    const dropped = new Set<unknown>();
    const heard = new Set<unknown>();
    receiver.answer = ({ event }, response) => {
      const isDropped = receiver.received.length % 3 === 0;
      (isDropped ? dropped : heard).add(event.data.attemptId);
      if (isDropped) response.destroy();
      else response.writeHead(204).end();
    };
    await createWebhook(site, receiver.url, ['attempt.recorded']);

    const from = performance.now();
    const ids = await register(client);
    const rate = Math.round((1_000 * PLAYERS) / (performance.now() - from));

    const submitted = new Set<string>();
    let isPlaying = true;
    const playAll = () => play(client, ids, random, submitted).finally(() => (isPlaying = false));
    const untilSubmitted = (count: number) =>
      until(
        `${count} are submitted`,
        () => Promise.resolve(submitted.size >= count || !isPlaying),
        extent({ short: 600_000, soak: 1_800_000 }),
      );
    const killOne = async () => {
      await untilSubmitted(PLAYERS / 3);
      await killed?.kill();
      await untilSubmitted(PLAYERS / 2);
      await killed?.start();
    };
    const follow = async () => {
      while (isPlaying) {
        await copy.reconcile();
        await sleep(100);
      }
    };
    await Promise.all([playAll(), killOne(), follow()]);
    await receiver.until(3);
    const missed = [...dropped].filter((id) => !heard.has(id));
    await third?.start();

    let asked = 0;
    const other = clientOf(second);
    const left = new Map(Array.from(copy.attempts.values(), (attempt) => [attempt.externalId, attempt]));
    for (let sample = 0; sample < SAMPLE; sample++) {
      const attempt = random.pick([...left.values()]);
      left.delete(attempt.externalId);
      asked = await expectUnknown(second, attempt);
      const { externalId = '', displayName, userId } = attempt;
      const [own] = await other.putPlayers([{ externalId, displayName }]);
      expect(own).toMatchObject({ externalId });
      expect(own?.id).not.toBe(userId);
      const [quiz] = site.quizzes;
      if (quiz !== undefined) await other.asPlayer(externalId).submitAttempt(quiz.id, attemptAt(quiz, 1));
    }

    await untilEnded(databaseUrl);
    await copy.reconcile();
    const stored = await query<Partial<Attempt>>(
      databaseUrl,
      `SELECT attempts.id AS "attemptId", quiz_id AS "quizId", user_id AS "userId", external_id AS "externalId",
           display_name AS "displayName", correct_count AS "correctCount", total_time_ms AS "totalTimeMs"
         FROM attempts JOIN users ON users.id = user_id WHERE users.application_id = $1`,
      [application.userId],
    );
    const known = stored.map(({ attemptId = '' }) => copy.attempts.get(attemptId));
    expect(known).toMatchObject(stored);
    expect([copy.attempts.size, copy.returned]).toEqual([stored.length, stored.length]);
    expect(new Set(stored.map(({ attemptId }) => attemptId))).toEqual(submitted);
    expect(dropped.size).toBeGreaterThan(0);
    expect(missed.filter((id) => !submitted.has(String(id)))).toEqual([]);
    await expectConsistent(site);

    record({
      name: 'An application: kill -9 of one of two instances, and a receiver that drops every third delivery',
      done: `${PLAYERS} players registered in batches of ${BATCH}, one attempt of each (seed ${random.seed}), read from the feed meanwhile`,
      expected:
        'the feed returns each attempt of its players once, no other one, and the leaderboards of each instance follow from them; ' +
        'another application finds none of the players',
      measured:
        `${copy.returned} of ${stored.length} attempts returned, none twice; ${missed.length} of them had been dropped by the receiver; ` +
        `${asked} operations denied to the other application; ${rate} players registered a second`,
    });
  });
});
