// node apps/start.js <app>[/<entry>] [arguments]: becomes a program of the build, in this very process, so that signals and the
// exit code are the program's own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode, fail, findBuildProblem, ROOT } from './build-state.js';

const [program = '', ...args] = process.argv.slice(2);
const [app, entry = 'main'] = program.split('/');
const main = join(ROOT, 'dist', 'apps', app, 'src', `${entry}.js`);

checkNode();
if (!existsSync(join(ROOT, 'node_modules'))) fail('The dependencies are missing: run "npm ci".');
const problem = findBuildProblem();
if (problem !== undefined) fail(problem);
process.argv.splice(1, process.argv.length, main, ...args);
endWithNpm();
await import(pathToFileURL(main).href).catch((error) => {
  if (!(error instanceof ReferenceError && error.message.endsWith('before initialization'))) throw error;
  fail(`${error.message}: files import each other in a circle, which "npm run lint" names.`);
});

/** npm's shell dies of a SIGTERM without forwarding it. When the shell is gone, this function signals the program. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
