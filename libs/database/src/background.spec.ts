import { Logger } from '@nestjs/common';
import { Metrics } from '#libs/observability';
import { Background } from './background.js';

const UNAVAILABLE = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
const OTHER = new Error('other');

it('a background task runs at once by its name', async () => {
  const background = new Background(new Metrics());
  const polish = jest.fn(() => Promise.resolve());
  background.every(1_000_000, 'Polishing badges', polish);
  await background.run('Polishing badges');
  expect(polish).toHaveBeenCalledTimes(1);
  await expect(background.run('Polishing')).rejects.toThrow('There is no task Polishing, but Polishing badges');
  await background.onModuleDestroy();
});

it('a task in steps runs while more is left, reports each step, and ends early when the service stops', async () => {
  const background = new Background(new Metrics());
  let [left, steps] = [3, 0];
  const run = background.everyInSteps(1_000_000, 'Polishing badges', () => {
    steps++;
    return Promise.resolve(left-- > 0);
  });
  await run();
  expect(steps).toBe(4);
  expect(background.tasks.get('Polishing badges')?.progressedAt).toBeDefined();

  left = Infinity;
  const endless = run();
  await background.onModuleDestroy();
  await endless;
  expect(steps).toBeLessThan(10);
});

it.each([
  ['an outage once, and again after a success', [UNAVAILABLE, UNAVAILABLE, undefined, UNAVAILABLE], ['warn', 'warn']],
  ['an outage that follows another error', [OTHER, UNAVAILABLE, UNAVAILABLE], ['error', 'warn']],
  ['every other error', [OTHER, OTHER, UNAVAILABLE, OTHER], ['error', 'error', 'warn', 'error']],
])('a background task logs %s', async (_, outcomes, expected) => {
  const levels: string[] = [];
  for (const level of ['error', 'warn'] as const) {
    jest.spyOn(Logger.prototype, level).mockImplementation(() => void levels.push(level));
  }
  const background = new Background(new Metrics());
  const rest = outcomes.values();
  const run = background.every(1_000_000, 'Polishing badges', () => {
    const outcome = rest.next().value;
    return outcome === undefined ? Promise.resolve() : Promise.reject(outcome);
  });
  for (const _outcome of outcomes) await run();
  await background.onModuleDestroy();
  expect(levels).toEqual(expected);
});
