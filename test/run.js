// `npm test`: every check, one after the other, until one fails.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const steps = [
  ['Lint: code, formatting, module boundaries', 'lint'],
  ['Types', 'types'],
  ['Unit tests', 'unit'],
  ['End-to-end tests against a real PostgreSQL', 'e2e'],
  ['The pages of the backoffice in a real browser', 'browser'],
  ['Three instances with PostgreSQL, Redis and nginx, and what goes wrong with them', 'faults'],
];

const root = fileURLToPath(new URL('..', import.meta.url));
const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(0)} s`;

for (const [index, [title, script]] of steps.entries()) {
  const from = performance.now();
  process.stdout.write(`\n[${index + 1}/${steps.length}] ${title} (npm run ${script})\n`);
  const { status } = spawnSync('npm', ['run', '--silent', script], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stdout.write(`\n${title}: failed after ${seconds(from)}\n`);
    process.exit(1);
  }
  process.stdout.write(`${title}: passed in ${seconds(from)}\n`);
}
process.stdout.write('\nAll checks passed.\n');
