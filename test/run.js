// `npm test`: every check that needs no cluster. `npm test -- attempts`: the tests whose paths contain `attempts`.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [pattern] = process.argv.slice(2);
const start = performance.now();

/** Whether an npm script passes. Quiet ones print when they end. */
async function passes(title, [script, ...args], { isQuiet = false } = {}) {
  const since = performance.now();
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(String(data)));
  const status = await new Promise((resolve) => child.once('close', resolve));
  process.stdout.write(output.join(''));
  process.stdout.write(`${title}: ${status === 0 ? 'passed in' : 'failed after'} ${seconds(since)}\n\n`);
  return status === 0;
}

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`;
}

async function checkAll() {
  const lint = passes('Lint (code, types, formatting, module boundaries)', ['lint'], { isQuiet: true });
  const build = await passes('Build', ['build']);
  return (await lint) && build && (await passes('Tests', ['test:files', 'unit', 'e2e', 'browser']));
}

const checkSome = async () =>
  (await passes('Build', ['build'])) &&
  (await passes('Tests', ['test:files', 'unit', 'e2e', 'browser', '--testPathPatterns', pattern]));

if (await (pattern === undefined ? checkAll() : checkSome())) {
  process.stdout.write(`All checks passed in ${seconds(start)}.\n`);
} else {
  process.exitCode = 1;
}
