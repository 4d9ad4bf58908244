import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The default exports of all files of a name in `test` and in the tests of each lib, by path, such as `libs/badges/test/rights.ts`. */
export function exportsOf<Export>(name: string): [file: string, content: Export][] {
  const folders = [...readdirSync(join(ROOT, 'libs')).map((lib) => `libs/${lib}/test`), 'test'];
  const files = folders.map((folder) => `${folder}/${name}`).filter((file) => existsSync(join(ROOT, file)));
  // Needed while tests are collected, so that it cannot be awaited.
  // oxlint-disable-next-line typescript/no-require-imports
  return files.map((file) => [file, (require(join(ROOT, file)) as { default: Export }).default]);
}
