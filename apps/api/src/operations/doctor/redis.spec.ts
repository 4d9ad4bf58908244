import { checkRedis } from './redis.js';

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('checkRedis: leaves no timer behind if Redis is unreachable', async () => {
  // Loads what is loaded once.
  await checkRedis('redis://127.0.0.1:1');
  const before = timers();
  for (let count = 0; count < 10; count++) {
    expect(await checkRedis('redis://127.0.0.1:1')).toMatchObject([{ level: 'problem' }]);
  }
  expect(timers()).toBeLessThan(before + 10);
});
