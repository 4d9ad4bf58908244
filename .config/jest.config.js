// Unit tests. Those that start the service or a browser run in Vitest: .config/vitest.config.js.
import { fileURLToPath } from 'node:url';

/** Parts of the stack are CommonJS that load ESM, which Jest's ESM mode cannot do on Node 20: everything becomes CommonJS. */
const swc = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
};

export default {
  rootDir: fileURLToPath(new URL('..', import.meta.url)),
  testMatch: ['<rootDir>/{apps,libs,tools,test}/**/*.spec.ts'],
  testPathIgnorePatterns: ['\\.(e2e|alone|browser|faults)\\.spec\\.ts$'],
  testTimeout: 300_000,
  maxWorkers: '100%',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  transform: { '^.+\\.[cm]?[jt]s$': ['@swc/jest', swc] },
  // Dictionaries of several megabytes, in CommonJS already.
  transformIgnorePatterns: ['/node_modules/@zxcvbn-ts/'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'] },
};
