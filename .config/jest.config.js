import { fileURLToPath } from 'node:url';
import { SWC } from './jest/swc.js';

// Everything is transformed to CommonJS: parts of the stack are CommonJS that load ESM, which Jest's ESM mode cannot do on Node 20.
const common = {
  rootDir: fileURLToPath(new URL('..', import.meta.url)),
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  transform: { '^.+\\.[cm]?[jt]s$': ['@swc/jest', SWC] },
  // Dictionaries of several megabytes, in CommonJS already.
  transformIgnorePatterns: ['/node_modules/@zxcvbn-ts/'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'] },
};

/** Modules are loaded once per worker. */
const shared = {
  ...common,
  testEnvironment: '<rootDir>/.config/jest/environment.js',
  runtime: '<rootDir>/.config/jest/runtime.cjs',
};

/** Of tests that start the service. */
const onDatabase = {
  ...shared,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

export default {
  // Tests wait for a third of their time: four keep two cores busy.
  maxWorkers: 4,
  // For all projects: Jest takes it from nowhere else.
  testTimeout: 300_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,tools,test}/**/*.spec.ts'],
      testPathIgnorePatterns: ['\\.(e2e|browser|faults)\\.spec\\.ts$'],
    },
    {
      ...onDatabase,
      displayName: 'e2e',
      testMatch: ['<rootDir>/{apps,libs,tools,test}/**/*.e2e.spec.ts'],
    },
    {
      ...onDatabase,
      displayName: 'browser',
      // Not of tools: no build has the page of the sample. Its spec runs in each module that is made from the sample.
      testMatch: ['<rootDir>/{apps,libs,test}/**/*.browser.spec.ts'],
    },
    // A PostgreSQL of their own, which they kill.
    { ...common, displayName: 'faults', testMatch: ['<rootDir>/test/faults/*.faults.spec.ts'] },
  ],
};
