import SharedEnvironment from '../../.config/jest/environment.js';

interface FailedTest {
  errors: Error[];
}

/** What Jest tells an environment. */
interface Event {
  name: string;
  test?: FailedTest;
  hook?: { type: string };
}

const LINE = `${JSON.stringify({
  level: 50,
  time: 0,
  context: 'Requests',
  err: { type: 'Error', message: 'no such table', stack: 'Error: no such table\n    at handle (badges.ts:7:1)' },
  msg: 'GET /api/badges failed',
})}\n`;

const unhandledErrors: Error[] = [];
interface Environment {
  global: { loggedErrors: string[]; openServices: Set<() => Promise<void>> };
  closeServices(): Promise<void>;
  handleTestEvent(event: Event, state: object): void;
}

const environment = Object.create(SharedEnvironment.prototype) as Environment;
environment.global = { loggedErrors: [], openServices: new Set() };
const handle = (event: Event) => environment.handleTestEvent(event, { unhandledErrors });

const failed = (): FailedTest => ({ errors: [new Error('expected 200')] });

/** Starts a test, lets a service log an error and ends the test. @returns the errors that Jest shows */
function run(test: FailedTest, outcome: Error[] = []): string[] {
  handle({ name: 'test_start', test });
  environment.global.loggedErrors.push(LINE);
  test.errors.push(...outcome);
  handle({ name: 'test_done', test });
  return test.errors.map(({ stack = '' }) => stack);
}

beforeEach(() => handle({ name: 'run_start' }));

describe('errors that a service logs', () => {
  it('are shown by a test that fails, a field or a frame of the stack on each line', () => {
    const [, shown = ''] = run({ errors: [] }, [new Error('expected 200')]);
    expect(shown).toMatch(/^The service logged:\nGET \/api\/badges failed\n +context: "Requests"\n/);
    expect(shown).toMatch(/\n +Error: no such table\n +at handle \(badges\.ts:7:1\)\n/);
    expect(shown).not.toContain('\\n');
  });

  it('are not shown by a test that passes, nor by the next one', () => {
    expect(run({ errors: [] })).toEqual([]);
    const next = { errors: [] };
    handle({ name: 'test_start', test: next });
    expect(environment.global.loggedErrors).toEqual([]);
  });

  it('are shown by each test of a beforeAll that fails', () => {
    environment.global.loggedErrors.push(LINE);
    for (const test of [failed(), failed()]) {
      handle({ name: 'test_start', test });
      handle({ name: 'test_done', test });
      expect(test.errors[1]?.stack).toContain('no such table');
    }
  });

  it('are shown by an afterAll that fails', () => {
    environment.global.loggedErrors.push(LINE);
    handle({ name: 'hook_failure', hook: { type: 'afterAll' } });
    expect(unhandledErrors.map(({ stack }) => stack)).toEqual([expect.stringContaining('no such table')]);
  });
});

it('closes the services that failed tests leave open', async () => {
  const closed: string[] = [];
  for (const name of ['one', 'other']) {
    environment.global.openServices.add(() => {
      closed.push(name);
      return Promise.resolve();
    });
  }
  await environment.closeServices();
  expect(closed).toEqual(['one', 'other']);
});
