// The client as its users have it: what `npm pack` makes of it, in a folder of its own.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');

export const CLIENT = join(ROOT, 'libs/client');

/** @returns a new folder in which the client is installed; the caller removes it */
export function installClient(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quiz-client-'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: CLIENT });
  const installed = join(folder, 'node_modules/@quiz-service/client');
  mkdirSync(installed, { recursive: true });
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components', '1']);
  for (const dependency of ['openapi-fetch', 'openapi-typescript-helpers']) {
    symlinkSync(join(MODULES, dependency), join(folder, 'node_modules', dependency));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** Runs a program of this project in a folder. */
export const runIn = (folder: string, program: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(MODULES, program), ...args], { cwd: folder, encoding: 'utf8' });

/** Compiles files of TypeScript strictly, and writes their JavaScript beside them unless told otherwise. Throws if a type is wrong. */
export const compileIn = (folder: string, names: string[], ...options: string[]) =>
  runIn(
    folder,
    'typescript/bin/tsc',
    ...['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom'],
    ...['--types', 'node', '--typeRoots', join(MODULES, '@types')],
    ...options,
    ...names,
  );
