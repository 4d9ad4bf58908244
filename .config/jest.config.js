import { fileURLToPath } from 'node:url';

// Everything is transformed to CommonJS: parts of the stack are CommonJS that load ESM, which Jest's ESM mode cannot do on Node 20.
const common = {
  rootDir: fileURLToPath(new URL('..', import.meta.url)),
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  transform: {
    '^.+\\.[cm]?[jt]s$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        module: { type: 'commonjs' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
      },
    ],
  },
  // Dictionaries of several megabytes, in CommonJS already.
  transformIgnorePatterns: ['/node_modules/@zxcvbn-ts/'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'] },
};

export default {
  maxWorkers: 2,
  // For all projects: Jest takes it from nowhere else.
  testTimeout: 300_000,
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/{apps,libs}/**/*.spec.ts'] },
    {
      ...common,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      testPathIgnorePatterns: ['\\.(browser|faults)\\.spec\\.ts$'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
    {
      ...common,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/**/*.browser.spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
    // A PostgreSQL of their own, which they kill.
    { ...common, displayName: 'faults', testMatch: ['<rootDir>/test/faults/*.faults.spec.ts'] },
  ],
};
