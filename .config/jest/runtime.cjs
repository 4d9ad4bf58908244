// Jest loads all modules for each test file again, and loading the service takes longer than most tests. Here Node loads what is tested
// and Jest's own modules, once per worker; Jest loads the modules of the tests, and all modules for a file that mocks one.
const { AsyncLocalStorage } = require('node:async_hooks');
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { compileFunction } = require('node:vm');
const threads = require('node:worker_threads');
const { default: JestRuntime } = require('jest-runtime');
require('./load-typescript.js');

/** Threads load TypeScript like this process. */
threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    super(file, { ...options, execArgv: options?.execArgv ?? ['--import', `${__dirname}/load-typescript.js`] });
  }
};

/** Modules of tests keep what they have seen; those of the contract check keep compiled schemas only. */
const OF_TESTS = /\/test\/(?!support\/openapi\/).*\.ts$/;

/** Holds the state of one file, so each file loads it. */
const JEST_CIRCUS = createRequire(require.resolve('jest-circus/runner')).resolve('./jestAdapterInit.js');

/** Once used, an AsyncLocalStorage slows down each promise of the process. All copies of jest-circus share this one. */
const testContext = new AsyncLocalStorage();
const asyncHooksOfCircus = {
  AsyncLocalStorage: class {
    constructor() {
      return testContext;
    }
  },
};

module.exports = class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args);
    const testPath = args.at(-2);
    this.isIsolated = readFileSync(testPath, 'utf8').match(/jest\s*\.\s*(mock|doMock|unstable_mockModule)\b/) !== null;
    const { injectedModuleParameters } = this.executor;
    // In the realm of what is tested.
    this.executor.compile = (code, filename) => compileFunction(code, injectedModuleParameters, { filename });
  }

  requireModuleOrMock(from, name) {
    if (this.isIsolated || name === '@jest/globals') return super.requireModuleOrMock(from, name);
    const require = createRequire(from);
    const path = require.resolve(name);
    return OF_TESTS.test(path) ? super.requireModuleOrMock(from, path) : require(path);
  }

  requireInternalModule(from, name) {
    if (from === JEST_CIRCUS && name === 'node:async_hooks') return asyncHooksOfCircus;
    if (from === JEST_CIRCUS && name === undefined) return super.requireInternalModule(from, name);
    return createRequire(from)(name ?? from);
  }
};
