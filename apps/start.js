// node apps/start.js <app>[/<entry>] [arguments]: builds the app if its sources changed since its last build, then becomes it:
// in this very process, so that signals and the exit code are the app's own. With --build-only it ends after the build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const lock = join(dist, '.building');
/** Much longer than a build takes: the process that an older lock names is another program by now. */
const LOCK_LIMIT_MS = 300_000;

const [program = '', ...args] = process.argv.slice(2);
/** An app may have programs beside its main one. */
const [app, entry = 'main'] = program.split('/');
checkInstallation();
const main = join(dist, 'apps', app, 'src', `${entry}.js`);
/** What a build has read: each file keeps the fingerprint of its folders. The apps share dist/libs, so it has its own. */
const libs = foldersOfLibs('src').filter((folder) => !folder.includes('backoffice-ui'));
const stamps = { [`.${app}.stamp`]: [join('apps', app), ...libs], '.libs.stamp': libs };
/** The service serves the backoffice's pages. */
const sourcesOfPages = [join('apps', 'backoffice'), join('libs', 'backoffice-ui'), ...foldersOfLibs('backoffice')];
const pages = program === 'api' ? { '.backoffice.stamp': sourcesOfPages } : {};

// While a build is under way, even an app that needs none waits: it must not load files that are being replaced.
if (existsSync(lock) || !isBuilt(stamps) || !isBuilt(pages)) await buildAlone();
if (args[0] === '--build-only') process.exit();
process.argv.splice(1, process.argv.length, main, ...args);
endWithNpm();
await import(pathToFileURL(main).href);

/** npm's shell dies of a SIGTERM without passing it on. Where it is gone, the app gets the signal from here. */
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

function checkInstallation() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node.js ${process.versions.node} is too old: install version 20.19 or later (https://nodejs.org).`);
  }
  const isApp = (name) => existsSync(join(root, 'apps', name, 'tsconfig.app.json'));
  const apps = readdirSync(join(root, 'apps')).filter(isApp);
  if (!apps.includes(app)) fail(`Usage: node apps/start.js ${apps.join('|')} [arguments]`);
  if (!existsSync(join(root, 'node_modules'))) fail(`The dependencies are missing: run "npm ci" in ${root} first.`);
}

/** `src` as `libs/http/src`, `libs/database/src`, and so on. */
function foldersOfLibs(part) {
  const folders = readdirSync(join(root, 'libs')).map((lib) => join('libs', lib, part));
  return folders.filter((folder) => existsSync(join(root, folder)));
}

function isBuilt(wanted) {
  return Object.entries(wanted).every(([name, folders]) => {
    const stamp = join(dist, name);
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(folders);
  });
}

/** Changes with the name, size or time of every file in these folders, tests apart, and of the build's settings. */
function fingerprint(folders) {
  const hash = createHash('sha256');
  const settings = ['tsconfig.json', 'nest-cli.json', 'package.json', 'package-lock.json'];
  const sources = folders.flatMap((folder) => listFiles(join(root, folder)));
  for (const path of [...settings.map((name) => join(root, name)), ...sources]) {
    if (path.endsWith('.spec.ts')) continue;
    const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    hash.update(`${relative(root, path)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

async function buildAlone() {
  mkdirSync(dist, { recursive: true });
  for (let isFirst = true; !takeLock(); isFirst = false) {
    if (isFirst) say('Waiting for another build to end ...');
    await sleep(100);
  }
  let problem;
  try {
    if (!isBuilt(stamps)) problem = build(app, stamps, ['@nestjs', 'cli', 'bin', 'nest.js'], ['build', app]);
    if (!problem && !isBuilt(pages))
      problem = build(
        'backoffice',
        pages,
        ['vite', 'bin', 'vite.js'],
        ['build', '--logLevel', 'warn', 'apps/backoffice'],
      );
    removeOrphans();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
  if (problem) fail(problem);
}

function takeLock() {
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  // Where two take over an abandoned lock at the same moment, both build, and the same.
  if (isAbandoned()) rmSync(lock, { recursive: true, force: true });
  return false;
}

function isAbandoned() {
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'));
    process.kill(pid, 0);
    return pid === process.pid || age > LOCK_LIMIT_MS;
  } catch (error) {
    return error.code === 'ESRCH' || (error.code === 'ENOENT' && age > 1000);
  }
}

/**
 * Builds in place, which is safe: running apps have loaded all their modules (none is imported later), starting ones
 * wait for the lock, and what a failed build leaves is never run, because it has no stamp.
 * @returns what is wrong, if anything
 */
function build(name, made, tool, toolArgs) {
  const compiler = join(root, 'node_modules', ...tool);
  if (!existsSync(compiler)) return `The build tools are missing: run "npm ci" in ${root} first.`;
  say(`Building ${name} ...`);
  const begin = Date.now();
  const sources = Object.entries(made).map(([stamp, folders]) => [join(dist, stamp), fingerprint(folders)]);
  for (const [stamp] of sources) rmSync(stamp, { force: true });
  const options = { cwd: root, stdio: ['ignore', process.stderr.fd, process.stderr.fd] };
  const { status, signal, error } = spawnSync(process.execPath, [compiler, ...toolArgs], options);
  if (status !== 0) return `The build of ${name} failed (${error?.message ?? signal ?? `exit code ${status}`}).`;
  for (const [stamp, value] of sources) writeFileSync(stamp, value);
  say(`Built in ${((Date.now() - begin) / 1000).toFixed(1)} s.`);
  return undefined;
}

/** Removes the outputs of sources that are gone, so that nothing can go on loading them. */
function removeOrphans() {
  for (const folder of [join(dist, 'apps', app), join(dist, 'libs')].filter(existsSync)) {
    for (const path of listFiles(folder)) {
      const [, output] = /^(.*)\.js(\.map)?$/.exec(relative(dist, path)) ?? [];
      if (output !== undefined && !existsSync(join(root, `${output}.ts`))) rmSync(path);
    }
  }
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(line) {
  say(line);
  process.exit(1);
}
