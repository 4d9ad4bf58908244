// `npm test`: every check that needs no cluster. `npm test -- attempts rights`: the tests whose paths contain one of the words.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
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

/** Each runner may have no tests, but not both. */
async function checkSome() {
  const options = words.filter((word) => word.startsWith('-'));
  if (options.length > 0) {
    process.stderr.write(`Give ${options.join(' ')} to a runner: npm run unit, npm run e2e or npm run browser.\n`);
    return false;
  }
  const paths = ['apps', 'libs', 'test', 'tools']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)))
    .filter((path) => path.endsWith('.spec.ts') && words.some((word) => path.includes(word)));
  const hasUnits = paths.some((path) => !/\.(e2e|alone|browser|faults)\.spec\.ts$/.test(path));
  const hasOthers = paths.some((path) => /\.(e2e|alone|browser)\.spec\.ts$/.test(path));
  if (!hasUnits && !hasOthers) {
    process.stderr.write(`No path of a test contains ${words.map((word) => `"${word}"`).join(' or ')}.\n`);
    return false;
  }
  return (
    (await passes('Build', ['build'])) &&
    (!hasUnits || (await passes('Unit tests', ['unit', '--testPathPatterns', ...words]))) &&
    (!hasOthers || (await passes('Tests on a database and in a browser', [...VITEST, ...words])))
  );
}

if (await (words.length === 0 ? checkAll() : checkSome())) {
  process.stdout.write(`All checks passed in ${seconds(start)}.\n`);
} else {
  process.exitCode = 1;
}
