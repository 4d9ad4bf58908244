// Whether the build matches the sources. Each part stores a hash of its sources, because timestamps of files mean
// nothing in a clone or a copy.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json', 'nest-cli.json'];
const IS_PAGES = /^(apps|libs)\/([^/]+\/)?backoffice(-ui)?\//;
const IS_SERVICE = /^(apps|libs)\/[^/]+\/(src\/|tsconfig)/;
const IS_NO_SOURCE = /\.(spec|gen)\.tsx?$|\/screenshots\//;

/** The OpenAPI descriptions, and the files with their types. The compiled service and pages contain no types. */
export const TYPES = {
  'apps/api/openapi.json': 'libs/client/src/api.gen.ts',
  'apps/api/openapi.backoffice.json': 'libs/backoffice-ui/src/api.gen.ts',
};

/** The parts of the build, with their source files. */
export const PARTS = {
  types: (path) => path in TYPES,
  service: (path) => IS_SERVICE.test(path) && !IS_PAGES.test(path),
  pages: (path) => IS_PAGES.test(path),
};

/** The file that stores the hash of a part's sources. */
export const stampOf = (part) => join(ROOT, 'dist', `.${part}`);

/** False in a copy of the build without its sources. */
export const hasSources = () => existsSync(join(ROOT, 'apps', 'api', 'src'));

export function fingerprint(part) {
  const hash = createHash('sha256');
  const sources = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(ROOT.length + 1)
          .replaceAll('\\', '/'),
      )
      .filter((path) => PARTS[part](path) && !IS_NO_SOURCE.test(path)),
  );
  for (const path of [...SETTINGS, ...sources.sort()]) {
    const file = join(ROOT, path);
    hash
      .update(`${path}\0`)
      .update(existsSync(file) ? readFileSync(file) : '')
      .update('\0');
  }
  return hash.digest('hex');
}

/** False in an installation without development dependencies. */
export const hasCompilers = () => existsSync(join(ROOT, 'node_modules', '@nestjs', 'cli'));

export function isBuilt(part) {
  const stamp = stampOf(part);
  // They are outside dist: a checkout can delete them.
  if (part === 'types' && !Object.values(TYPES).every((path) => existsSync(join(ROOT, path)))) return false;
  return existsSync(stamp) && (!hasSources() || readFileSync(stamp, 'utf8') === fingerprint(part));
}

/** @returns what is missing for a start, with the command to run */
export function findBuildProblem() {
  const stale = ['service', 'pages'].filter((part) => !isBuilt(part));
  if (stale.length === 0) return undefined;
  const state = stale.every((part) => existsSync(stampOf(part))) ? 'stale' : 'missing';
  const command = hasCompilers() ? 'npm run build' : 'npm ci';
  return `The build of the ${stale.join(' and the ')} is ${state}: run "${command}".`;
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Node.js ${process.versions.node} is too old: install version 20.19 or later (https://nodejs.org).`);
}

export function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
