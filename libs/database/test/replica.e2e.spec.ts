import { createPlayer, createQuiz, quizBody } from '../../../test/support/factories.js';
import { captureLog } from '../../../test/support/log.js';
import { type Service, startService } from '../../../test/support/service.js';
import { startTcpProxy, type TcpProxy } from '../../../test/support/tcp-proxy.js';

// A second database with other data stands for a lagging replica, so that results show which one was read.
const log = captureLog();
let old: Service;
let proxy: TcpProxy;
let service: Service;

beforeAll(async () => {
  old = await startService();
  await createQuiz(await createPlayer(old, 'admin'), quizBody(1, { title: 'Of the replica' }));
  proxy = await startTcpProxy(old.databaseUrl);
  service = await startService({ DATABASE_REPLICA_URL: proxy.url, LOG_LEVEL: 'info' });
});

afterAll(async () => {
  await service.close();
  await proxy.close();
  await old.close();
});

const exported = async () => {
  const response = await service.backoffice.request('GET', '/quizzes/export');
  const lines = (await response.text()).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { title: string }).title);
};

it('DATABASE_REPLICA_URL: exports are read from the replica, or from the primary while it is down; everything else from the primary', async () => {
  const player = await createPlayer(service, 'admin');
  const quiz = await createQuiz(player, quizBody(1, { title: 'Of the primary' }));
  expect((await player.api.GET('/quizzes')).data?.quizzes.map(({ id }) => id)).toEqual([quiz.id]);
  expect(await exported()).toEqual(['Of the replica']);
  proxy.cut();
  expect([await exported(), await exported()]).toEqual([['Of the primary'], ['Of the primary']]);
  expect(log.filter((line) => line.includes('The replica is not available'))).toHaveLength(1);
});

it('DATABASE_REPLICA_URL: exported attempts are read from the replica', async () => {
  const player = await createPlayer(service, 'admin');
  const quiz = await createQuiz(player);
  await player.api.POST('/quizzes/{id}/attempts', {
    params: { path: { id: quiz.id } },
    body: { answers: [], totalTimeMs: 1 },
  });
  const lines = async ({ backoffice }: Service) => {
    const response = await backoffice.request('GET', `/quizzes/${quiz.id}/attempts/export`);
    return (await response.text()).trim().split('\n').length;
  };
  const fresh = await startService({ DATABASE_URL: service.databaseUrl, DATABASE_REPLICA_URL: old.databaseUrl });
  expect([await lines(service), await lines(fresh)]).toEqual([2, 1]);
  await fresh.close();
});
