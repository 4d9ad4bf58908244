// `npm run build`, and `prepare` of npm, which runs at the end of `npm ci`: builds what has changed since it was last built.
// `--forget`: something else writes into dist from now on.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkNode, fail, fingerprint, hasCompilers, hasSources, isBuilt, ROOT, stampOf } from './build-state.js';

const BUILDS = {
  types: { command: ['apps/generate-types.js'], clears: [] },
  service: {
    command: ['node_modules/@nestjs/cli/bin/nest.js', 'build', '--all'],
    // Otherwise outputs of deleted sources could still be loaded. Running services have already loaded their modules.
    clears: ['apps/api', 'apps/import', 'libs'],
  },
  // Running services continue to serve the pages from their start.
  pages: { command: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', 'apps/backoffice'], clears: [] },
};

const isPrepare = process.env.npm_lifecycle_event === 'prepare';
const say = (line) => process.stderr.write(`${line}\n`);

if (process.argv[2] === '--forget') {
  rmSync(stampOf('service'), { force: true });
} else {
  checkNode();
  for (const part of Object.keys(BUILDS)) if (!isBuilt(part)) build(part);
}

function build(part) {
  const { command, clears } = BUILDS[part];
  if (!hasCompilers() || !hasSources()) {
    // An installation without development dependencies, or in a layer of an image.
    if (isPrepare) return;
    fail('The build tools are missing: run "npm ci".');
  }
  say(`Building the ${part} ...`);
  const begin = performance.now();
  const hash = fingerprint(part);
  const stamp = stampOf(part);
  rmSync(stamp, { force: true });
  for (const path of clears) rmSync(join(ROOT, 'dist', path), { recursive: true, force: true });
  const options = { cwd: ROOT, stdio: ['ignore', process.stderr.fd, process.stderr.fd] };
  const { status, signal, error } = spawnSync(process.execPath, command, options);
  if (status !== 0) fail(`The build of the ${part} failed (${error?.message ?? signal ?? `exit code ${status}`}).`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  say(`Built in ${((performance.now() - begin) / 1000).toFixed(1)} s.`);
}
