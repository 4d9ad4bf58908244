// The same request at all instances concurrently.
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'node:http';
import { ADMINISTRATOR } from '../support/cluster/cluster.js';
import { Backoffice } from '../support/backoffice.js';
import { countStatuses } from '../support/attempts.js';
import { query } from '../support/database.js';
import { attemptAt, createPlayer, createQuiz, type Player, type Quiz, quizBody } from '../support/factories.js';
import { exchange, type Exchange } from './exchange.js';
import { extent } from './extent.js';
import { record } from './results.js';
import { describeWithCluster, type Site, startSite } from './site.js';
import { expectConsistent } from './verify.js';

const DELETIONS = extent({ short: 10, soak: 50 });
const REPEATED = extent({ short: 20, soak: 300 });
const LIMITED = extent({ short: 5, soak: 50 });

const SUBMISSIONS = 60;
const MAX_ATTEMPTS = 7;
/** Requests to each instance that begin after the confirmation. */
const AFTERWARDS = 10;

describeWithCluster('three concurrent instances', () => {
  let site: Site;
  let agent: Agent;

  beforeAll(async () => {
    site = await startSite({ players: 3 });
    agent = new Agent({ keepAlive: true });
  });

  afterAll(async () => {
    agent.destroy();
    await site.cluster.stop();
  });

  const submit = (url: string, { key }: Player, quiz: Quiz, mark: number, idempotencyKey?: string): Promise<Exchange> =>
    exchange(url, {
      method: 'POST',
      path: `/api/quizzes/${quiz.id}/attempts`,
      headers: { 'x-api-key': key, ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) },
      body: JSON.stringify(attemptAt(quiz, 2, mark)),
      agent,
    });

  const countAttempts = async (quiz: Quiz, { userId }: Player) => {
    const rows = await query(site.databaseUrl, 'SELECT FROM attempts WHERE quiz_id = $1 AND user_id = $2', [
      quiz.id,
      userId,
    ]);
    return rows.length;
  };

  it('reject every request that begins after one of them confirmed the deletion of its key', async () => {
    const { cluster } = site;
    const backoffices = await Promise.all(cluster.instances.map(({ url }) => Backoffice.signIn(url, ADMINISTRATOR)));
    let [before, after, admitted] = [0, 0, 0];
    for (let round = 0; round < DELETIONS; round++) {
      const { key, keyId } = await createPlayer(site);
      const sentByInstance = cluster.instances.map(() => [] as { from: number; status: number }[]);
      let isStopping = false;
      const clients = cluster.instances.map(async ({ url }, index) => {
        while (!isStopping) {
          const from = performance.now();
          const { status } = await exchange(url, {
            method: 'GET',
            path: '/api/quizzes',
            headers: { 'x-api-key': key },
            agent,
          });
          sentByInstance[index]?.push({ from, status });
        }
      });
      const untilEach = async (count: number, since: number) => {
        while (sentByInstance.some((all) => all.filter(({ from }) => from > since).length < count)) await sleep(5);
      };
      await untilEach(3, 0);
      const deleted = await backoffices[round % backoffices.length]?.request('DELETE', `/keys/${keyId}`);
      const confirmed = performance.now();
      expect(deleted?.status).toBe(204);
      await untilEach(AFTERWARDS, confirmed);
      isStopping = true;
      await Promise.all(clients);
      const all = sentByInstance.flat();
      expect(all.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
      const later = all.filter(({ from }) => from > confirmed);
      before += all.filter(({ status }) => status === 200).length;
      after += later.length;
      admitted += later.filter(({ status }) => status !== 401).length;
    }
    record({
      name: 'a key is deleted under load at another instance',
      done: `${DELETIONS} keys; ${before} requests admitted before, ${after} began after the confirmation`,
      expected: '0 requests admitted that began after the confirmation',
      measured: `${admitted} admitted`,
    });
    expect(admitted).toBe(0);
  });

  it('execute a request once that each of them receives with the same Idempotency-Key', async () => {
    const { cluster, players, quizzes } = site;
    const [player, quiz] = [players[0] as Player, quizzes[0] as Quiz];
    const all: Exchange[] = [];
    for (let round = 0; round < REPEATED; round++) {
      const answers = await Promise.all(
        cluster.instances.map(({ url }) => submit(url, player, quiz, round, `round-${round}`)),
      );
      all.push(...answers);
      const accepted = answers.filter(({ status }) => status === 201);
      const first = accepted.filter(({ headers }) => headers['idempotency-replayed'] === undefined);
      expect(first).toHaveLength(1);
      for (const { text } of accepted) expect(text).toBe(first[0]?.text);
      for (const { status, text } of answers) {
        if (status !== 201)
          expect([status, text]).toEqual([409, '{"error":"A request with this Idempotency-Key is in progress"}']);
      }
    }
    const counted = await countAttempts(quiz, player);
    record({
      name: 'the same Idempotency-Key at all instances at once',
      done: `${REPEATED} keys, each sent to three instances at once: ${JSON.stringify(countStatuses(all))}`,
      expected: 'each counts once',
      measured: `${counted} attempts counted`,
    });
    expect(counted).toBe(REPEATED);
  });

  it('never accept more attempts than a quiz allows', async () => {
    const { cluster, admin, players } = site;
    const player = players[1] as Player;
    const accepted: number[] = [];
    for (let round = 0; round < LIMITED; round++) {
      const quiz = await createQuiz(admin, quizBody(4, { title: `Limited ${round}`, maxAttempts: MAX_ATTEMPTS }));
      site.quizzes.push(quiz);
      const answers = await Promise.all(
        Array.from({ length: SUBMISSIONS }, (_, index) => {
          const { url = '' } = cluster.instances[index % cluster.instances.length] ?? {};
          return submit(url, player, quiz, index);
        }),
      );
      expect(countStatuses(answers)).toEqual({ 201: MAX_ATTEMPTS, 409: SUBMISSIONS - MAX_ATTEMPTS });
      accepted.push(await countAttempts(quiz, player));
    }
    await expectConsistent(site);
    record({
      name: 'the limit of attempts at all instances at once',
      done: `${LIMITED} times ${SUBMISSIONS} submissions of one user at once over three instances, ${MAX_ATTEMPTS} allowed`,
      expected: `exactly ${MAX_ATTEMPTS} counted`,
      measured: `${Math.min(...accepted)} to ${Math.max(...accepted)} counted`,
    });
    expect(new Set(accepted)).toEqual(new Set([MAX_ATTEMPTS]));
  });
});
