import SharedEnvironment from '../../.config/jest/environment.js';

interface Environment {
  global: { loggedErrors: string[]; openServices: Set<() => Promise<void>> };
  closeServices(): Promise<void>;
  handleTestEvent(event: { name: string; test?: { errors: Error[] } }, state: object): void;
}

const environment = Object.create(SharedEnvironment.prototype) as Environment;
environment.global = { loggedErrors: [], openServices: new Set() };

it('a failed test shows the errors that a service logged', () => {
  const test = { errors: [new Error('expected 200')] };
  for (const name of ['run_start', 'test_start', 'test_done']) {
    if (name === 'test_done') environment.global.loggedErrors.push('{"level":50,"msg":"GET /api/badges failed"}\n');
    environment.handleTestEvent({ name, test }, { unhandledErrors: [] });
  }
  expect(test.errors[1]?.stack).toContain('GET /api/badges failed');
});

it('the services that failed tests leave open are closed', async () => {
  const close = jest.fn(() => Promise.resolve());
  environment.global.openServices.add(close);
  await environment.closeServices();
  expect(close).toHaveBeenCalledTimes(1);
});
