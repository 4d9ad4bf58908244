// Three instances with one Redis, of which the first has two workers.
import { createPlayer } from '../support/factories.js';
import { type Answer, send } from '../support/http.js';
import { until } from '../support/until.js';
import { describeWithCluster, type Site, startSite } from './site.js';

describeWithCluster('WORKERS=2 with Redis', () => {
  let site: Site;
  /** The instances, the one with workers first. */
  let urls: string[];

  beforeAll(async () => {
    const environment = {
      RATE_LIMIT_REQUESTS: '100',
      // Longer than the test.
      RATE_LIMIT_WINDOW_SECONDS: '3600',
      LOG_LEVEL: 'info',
    };
    site = await startSite({ players: 0, quizzes: 0, environment, instances: [{ WORKERS: '2' }] });
    urls = site.cluster.instances.map(({ url }) => url);
  });

  afterAll(() => site.cluster.stop());

  const list = (url: string, key: string) =>
    send(url, 'GET', '/api/quizzes', { headers: { 'x-api-key': key }, agent: false });

  const listConcurrently = (count: number, key: string, at: string[]) =>
    Promise.all(Array.from({ length: count }, (_, index) => list(at[index % at.length] ?? '', key)));

  const remainingOf = (answers: Answer[]) =>
    answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(headers['x-ratelimit-remaining']))
      .sort((one, other) => other - one);

  /** How often each instance has logged a text. */
  const said = (text: string) => site.cluster.instances.map((instance) => instance.readLog().split(text).length - 1);

  /** Sends requests to all processes until each has logged a text. */
  const untilAllSay = (text: string) =>
    until(`all processes say "${text}"`, async () => {
      await listConcurrently(6, 'unknown', urls);
      return said(text).join() === '2,1,1' || said(text);
    });

  const countdown = Array.from({ length: 100 }, (_, index) => 99 - index);

  it('workers and other instances serve exactly 100 requests of a key, and each process counts for itself while Redis is gone', async () => {
    const { key } = await createPlayer(site);
    const answers = await listConcurrently(400, key, urls);
    expect(remainingOf(answers)).toEqual(countdown);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(300);
    expect(said('counts for itself')).toEqual([0, 0, 0]);

    await site.cluster.redis.kill();
    await untilAllSay('Redis is not available');
    const { key: another } = await createPlayer(site);
    for (const url of urls.slice(1)) {
      expect(remainingOf(await listConcurrently(130, another, [url]))).toEqual(countdown);
    }
    const served: number[] = [];
    // How many connections each worker gets depends on the speed of both.
    while (served.length < 200) served.push(...remainingOf(await listConcurrently(50, another, urls.slice(0, 1))));
    expect(served.sort((one, other) => other - one)).toEqual(countdown.flatMap((count) => [count, count]));

    await site.cluster.redis.start();
    await untilAllSay('Redis is back');
    const { key: next } = await createPlayer(site);
    expect(remainingOf(await listConcurrently(400, next, urls))).toEqual(countdown);
    expect(said('counts for itself')).toEqual([2, 1, 1]);
  });
});
