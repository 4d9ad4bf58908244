// The module boundaries, checked by `npm run lint`.
const { readdirSync, readFileSync } = require('node:fs');
const { importedModules } = require('./.config/imported-modules.cjs');

/** Libs for all modules. Each may use those before it. */
const shared = [
  'access',
  'configuration',
  'workers',
  'embedded-postgres',
  'files',
  'question-formats',
  'http',
  'observability',
  'database',
  'user-data',
  'idempotency',
  'verification',
  'projections',
  'traffic',
  'file-transfer',
  'profiles',
  'audit',
];

/** The modules of the service. What a module uses of others is in the `imports` of its `@Module`. */
const features = [...readFileSync(`${__dirname}/apps/api/src/modules.ts`, 'utf8').matchAll(/'#libs\/([\w-]+)'/g)].map(
  ([, lib]) => lib,
);

/**
 * What a lib may use: a feature all shared libs and the modules that its `@Module` imports, the pages' components what pages may
 * use of files, and other libs nothing.
 */
const uses = Object.fromEntries([
  ...shared.map((lib, index) => [lib, shared.slice(0, index)]),
  ...features.map((lib) => [lib, [...shared, ...importedModules(`${__dirname}/libs/${lib}/src`)]]),
  ['backoffice-ui', ['files']],
]);

/** The pages of the backoffice. */
const PAGES = ['^apps/backoffice/', '^libs/backoffice-ui/', '^(libs|tools)/[^/]+/backoffice/'];

/** What pages use of the service: it needs no Node.js. */
const FILES_FOR_PAGES = '^libs/files/src/(csv-line|decode-text|images/image-limits)';

/** Tests that import files inside a module, with the reason. None is to be added. */
const testsOfInternals = Object.keys({
  'libs/attempts/test/attempts-export.e2e.spec.ts': 'counts the batches that an export reads',
  'libs/backoffice-auth/test/failed-sign-ins.e2e.spec.ts': 'writes the entries of the audit log at a chosen time',
  'libs/backoffice-auth/test/sign-in-limits.e2e.spec.ts': 'runs the limiter with outcomes that HTTP cannot choose',
  'libs/leaderboards/test/far-pages.e2e.spec.ts': 'reads plans and runs single steps of the index',
  'libs/statistics/test/activity.e2e.spec.ts': 'counts in the background at a chosen time',
  'libs/statistics/test/statistics.e2e.spec.ts': 'deletes old rows in the background at a chosen time',
  'test/support/regrades.ts': 'regrades in steps of a few attempts',
  'test/protocol/compression.e2e.spec.ts': 'replaces the text of an export by a longer one',
  'test/protocol/hostile-requests.e2e.spec.ts': 'notices whether a key is looked up',
  'test/support/long-leaderboards.ts': 'names the leaderboards that the tests of the index go through',
  'test/support/secrets.ts': 'notes each password before it is hashed',
  'test/support/statistics.ts': 'counts in the background at a chosen time',
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...readdirSync(`${__dirname}/libs`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => [name, uses[name] ?? []])
      .map(([lib, allowed]) => ({
        name: features.includes(lib)
          ? `${lib}-uses-what-its-module-imports`
          : `${lib}-uses-only-${allowed.join('-') || 'itself'}`,
        severity: 'error',
        from: { path: `^libs/${lib}/src/` },
        to: { path: `^libs/`, pathNot: [lib, ...allowed].map((name) => `^libs/${name}/`) },
      })),
    {
      name: 'sample-uses-what-its-module-imports',
      severity: 'error',
      from: { path: '^tools/module-sample/src/' },
      to: {
        path: '^(libs|apps|test)/',
        pathNot: [...shared, ...importedModules(`${__dirname}/tools/module-sample/src`)].map((lib) => `^libs/${lib}/`),
      },
    },
    {
      name: 'only-through-index',
      comment: 'A module is used through its index.ts',
      severity: 'error',
      from: { path: '^(libs|apps|tools)/([^/]+)/', pathNot: '^(libs|tools)/[^/]+/test/' },
      to: {
        path: '^libs/([^/]+)/src/',
        pathNot: ['^libs/[^/]+/src/index\\.ts$', '^$1/$2/', '^libs/backoffice-ui/', FILES_FOR_PAGES],
      },
    },
    {
      name: 'tests-only-through-index',
      comment: 'Test through HTTP, the bus or the index.ts of the module; test a rule by a spec beside it',
      severity: 'error',
      from: { path: '^(test|(libs|tools)/[^/]+/test)/', pathNot: testsOfInternals.map((file) => `^${file}$`) },
      to: { path: '^(libs|tools)/[^/]+/src/', pathNot: ['^(libs|tools)/[^/]+/src/index\\.ts$', '\\.gen\\.ts$'] },
    },
    {
      name: 'not-through-own-index',
      comment: 'Inside a lib, import the file',
      severity: 'error',
      from: { path: '^libs/([^/]+)/src/' },
      to: { path: '^libs/$1/src/index\\.ts$' },
    },
    {
      name: 'pages-use-only-backoffice-ui',
      comment: 'The pages of a module use its own files, libs/backoffice-ui, and what needs no service',
      severity: 'error',
      from: { path: '^(libs|tools)/([^/]+)/backoffice/' },
      to: {
        path: '^(libs|tools)/',
        pathNot: ['^$1/$2/backoffice/', '^libs/backoffice-ui/src/', FILES_FOR_PAGES],
      },
    },
    {
      name: 'shell-names-no-module',
      comment: 'The shell finds the pages of modules. Only the session is also its own concern',
      severity: 'error',
      from: { path: '^apps/backoffice/' },
      to: { path: '^libs/[^/]+/backoffice/', pathNot: '^libs/backoffice-auth/' },
    },
    {
      name: 'service-uses-no-pages',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: [...PAGES, '^libs/[^/]+/test/'] },
      to: { path: PAGES },
    },
    {
      name: 'libs-know-no-app',
      severity: 'error',
      from: { path: '^libs/[^/]+/(src|backoffice)/' },
      to: { path: '^(apps|test|libs/[^/]+/test)/' },
    },
    {
      name: 'no-unlisted-package',
      severity: 'error',
      // The backoffice is bundled, and types are generated by the build: what they use is not there when the service runs.
      from: {
        path: '^(apps|libs)/',
        pathNot: ['\\.spec\\.ts$', ...PAGES, '^libs/[^/]+/test/', '^apps/generate-types\\.js$'],
      },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    // The bench measures the build.
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '/dist/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
    },
  },
};
