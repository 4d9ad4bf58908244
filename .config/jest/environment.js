import { findSourceMap } from 'node:module';
import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment } from 'jest-environment-node';
import { ModuleMocker } from 'jest-mock';
import pretty from 'pino-pretty';

const readable = pretty.prettyFactory({ colorize: false, ignore: 'pid,hostname,level,time' });

/** The realm of the worker itself, for the modules that `runtime.cjs` has loaded. */
export default class SharedEnvironment extends TestEnvironment {
  exit = process.exit;

  constructor(config, context) {
    super(config, context);
    this.global = Object.assign(globalThis, config.projectConfig.globals);
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: globalThis });
  }

  async setup() {
    await super.setup();
    mapStacks();
  }

  /** A failed test or hook shows what services have logged as an error while it ran. */
  handleTestEvent({ name, test, hook }, state) {
    // Those of a failed `beforeAll` are shown by each of its tests.
    const isWithoutErrors = (name === 'test_start' || name === 'test_done') && test.errors.length === 0;
    if (name === 'run_start' || isWithoutErrors) this.global.loggedErrors = [];
    const isFailed = name === 'test_done' && test.errors.length > 0;
    const isFailedEnd = name === 'hook_failure' && hook.type === 'afterAll';
    const lines = this.global.loggedErrors ?? [];
    if (!(isFailed || isFailedEnd) || lines.length === 0) return;
    const stack = `The service logged:\n${lines.map(readable).join('')}`;
    (isFailed ? test.errors : state.unhandledErrors).push(Object.assign(new Error(), { stack }));
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    process.exit = this.exit;
    await this.closeServices();
    forgetTests();
    await super.teardown();
  }

  /** Those that the tests of a file have not closed, because they failed: Jest would wait for them forever. */
  async closeServices() {
    for (const close of this.global.openServices ?? []) await close();
  }
}

/** Otherwise the tests of this file stay in memory, and its handlers hear all events of later files. */
function forgetTests() {
  const isOfCircus = ({ description }) => ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'].includes(description);
  for (const symbol of Object.getOwnPropertySymbols(globalThis).filter(isOfCircus)) delete globalThis[symbol];
}

/** Jest finds the lines of what it has compiled itself; Node those of the rest. */
function mapStacks() {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (error, frames) => {
    for (const frame of frames) {
      const map = findSourceMap(frame.getFileName() ?? '');
      const { lineNumber, columnNumber } = map?.findOrigin(frame.getLineNumber(), frame.getColumnNumber()) ?? {};
      if (lineNumber === undefined) continue;
      Object.defineProperties(frame, {
        getLineNumber: { value: () => lineNumber },
        getColumnNumber: { value: () => columnNumber },
      });
    }
    return prepareStackTrace(error, frames);
  };
}
