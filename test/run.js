// `npm test`: every check that needs no cluster. `npm test -- attempts`: the tests whose paths contain `attempts`.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [pattern] = process.argv.slice(2);
const start = performance.now();
const VITEST = ['vitest', '--project', 'e2e', '--project', 'alone', '--project', 'browser'];

/** Whether an npm script passes. */
async function passes(title, [script, ...args]) {
  const since = performance.now();
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  process.stdout.write(`${title}: ${status === 0 ? 'passed in' : 'failed after'} ${seconds(since)}\n\n`);
  return status === 0;
}

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`;
}

async function checkAll() {
  // The build generates types, which lint checks.
  return (
    (await passes('Build', ['build'])) &&
    (await passes('Lint (code, types, formatting, module boundaries)', ['lint'])) &&
    (await passes('Unit tests', ['unit'])) &&
    (await passes('Tests on a database and in a browser', VITEST))
  );
}

/** Whether the path of a test contains the pattern. Each runner may have none, but not both. */
function hasTests() {
  const paths = ['apps', 'libs', 'test', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
  );
  const found = paths.some((path) => path.endsWith('.spec.ts') && path.includes(pattern));
  if (!found) process.stderr.write(`No path of a test contains "${pattern}".\n`);
  return found;
}

const checkSome = async () =>
  hasTests() &&
  (await passes('Build', ['build'])) &&
  (await passes('Unit tests', ['unit', '--passWithNoTests', '--testPathPatterns', pattern])) &&
  (await passes('Tests on a database and in a browser', [...VITEST, '--passWithNoTests', pattern]));

if (await (pattern === undefined ? checkAll() : checkSome())) {
  process.stdout.write(`All checks passed in ${seconds(start)}.\n`);
} else {
  process.exitCode = 1;
}
