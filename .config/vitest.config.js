// Tests that start the service or a browser. Each worker loads the service once, for all of its files. Unit tests run in Jest.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests get the files of the service that the build has made. Node loads them, and so do the threads of the service. */
const built = {
  name: 'built',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    const [, path] = found?.id.match(/\/((?:apps|libs)\/[^/]+\/src\/.+)\.ts$/) ?? [];
    const file = `${root}dist/${path}.js`;
    return path !== undefined && existsSync(file) ? { id: file, external: true } : found;
  },
};

/** How long a test or hook may hang, in milliseconds: long, because a test continues beside the next one after its limit. */
const HANG_MS = process.env.FAULTS === 'soak' ? 3_600_000 : 900_000;

const project = (name, files, options = {}) => ({
  root,
  plugins: [built],
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    name,
    include: [files],
    globals: true,
    isolate: false,
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    // Imports of CommonJS as in Node.
    deps: { interopDefault: false },
    setupFiles: ['test/support/setup.ts'],
    server: { deps: { external: [/\/dist\//] } },
    ...options,
  },
});

export default defineConfig({
  root,
  test: {
    // Tests wait for a third of their time: four keep two cores busy.
    maxWorkers: 4,
    globalSetup: ['test/support/global-setup.ts'],
    teardownTimeout: 120_000,
    projects: [
      project('e2e', '{apps,libs,tools,test}/**/*.e2e.spec.ts'),
      // They measure processor time: what other files leave in memory makes garbage collection expensive.
      project('alone', '{libs,test}/**/*.alone.spec.ts', { isolate: true }),
      // Not of tools: no build has the page of the sample. Its spec runs in each module that is made from the sample.
      project('browser', '{apps,libs,test}/**/*.browser.spec.ts'),
      // Their services are processes.
      project('faults', 'test/faults/*.faults.spec.ts', { isolate: true, setupFiles: [] }),
    ],
  },
});
