// `npm run new:module NAME [SINGULAR]`: makes the module libs/NAME from the sample and adds its line to modules.ts.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SAMPLE = join(ROOT, 'tools/module-sample');
const MODULES = join(ROOT, 'apps/api/src/modules.ts');
const SAMPLE_TIMESTAMP = '1780000000000';

/** Nouns that mean something else in SQL or in the generated code. */
const RESERVED = ['packages', 'references', 'tables', 'types', 'views'];

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** The singular of a regular plural; the word itself if it is none, or if only people know: badges, but matches, movies and series. */
const singularOf = (plural) => (/(ie|[cs]he|[sxz]e)s$/.test(plural) ? plural : plural.replace(/s$/, ''));

/** Whether TypeScript accepts a word as the name of a variable. */
function isIdentifier(word) {
  try {
    return Boolean(new Script(`'use strict'; let ${word};`));
  } catch {
    return false;
  }
}

/** Whether a name would mean two things in the new module. */
function isInSample(word) {
  const isWord = new RegExp(`\\b${word}\\b`, 'i');
  return (
    word.includes('certificate') ||
    filesIn(SAMPLE).some((file) => isWord.test(readFileSync(join(SAMPLE, file), 'utf8')))
  );
}

/** What is wrong with the names, or nothing. */
function problemOf(plural, singular) {
  const isWord = (text) => /^[a-z]{3,30}$/.test(text);
  if (plural === undefined) return 'Say the name of the module, a plural: npm run new:module badges';
  if (!isWord(plural)) return `${plural}: the name must be one word of 3 to 30 letters from a to z, such as badges`;
  if (singular === plural)
    return `What is the singular of ${plural}? Give the plural and the singular: npm run new:module matches match`;
  if (!isWord(singular)) return `${singular}: the singular must be one word of 3 to 30 letters from a to z`;
  if (existsSync(join(ROOT, 'libs', plural))) return `libs/${plural} exists already`;
  const owner = filesIn(join(ROOT, 'libs'))
    .filter((file) => file.endsWith('.entity.ts') || file.endsWith('.entities.ts'))
    .find((file) => readFileSync(join(ROOT, 'libs', file), 'utf8').includes(`@Entity('${plural}')`));
  if (owner !== undefined) return `The table ${plural} exists already (libs/${owner})`;
  for (const word of [plural, singular]) {
    if (RESERVED.includes(word) || !isIdentifier(word))
      return `${word} is a word of TypeScript or SQL. Choose another name`;
    if (isInSample(word)) return `The code of the sample uses the name ${word}. Choose another name`;
  }
  return undefined;
}

/** Later than all migrations of the modules. */
function nextTimestamp() {
  const found = filesIn(join(ROOT, 'libs')).map((file) => Number(/migrations\/(\d{13})-[^/]+$/.exec(file)?.[1] ?? 0));
  return String(Math.max(Date.now(), ...found.map((timestamp) => timestamp + 1)));
}

/** Replaces the sample's names. */
function renamer(plural, singular) {
  const cases = [(text) => text, (text) => text.toUpperCase(), (text) => text[0].toUpperCase() + text.slice(1)];
  const pairs = [
    ...cases.flatMap((cased) => [
      [cased('certificates'), cased(plural)],
      [cased('certificate'), cased(singular)],
    ]),
    [SAMPLE_TIMESTAMP, nextTimestamp()],
  ];
  return (text) => pairs.reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

/** Orders imports of the module's own files by path, as the sample has them. */
function sortImports(text) {
  return text.replaceAll(/(?:^import [^\n]* from '\.[^\n]*';\n)+/gm, (block) => {
    const pathOf = (line) => line.slice(line.indexOf(" from '"));
    const lines = block.trimEnd().split('\n');
    return `${lines.sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1)).join('\n')}\n`;
  });
}

function addToModules(line) {
  const lines = readFileSync(MODULES, 'utf8').trimEnd().split('\n');
  const index = lines.findIndex((one) => one.startsWith('export ') && one > line);
  lines.splice(index === -1 ? lines.length : index, 0, line);
  writeFileSync(MODULES, `${lines.join('\n')}\n`);
}

const [plural, singular = singularOf(plural ?? '')] = process.argv.slice(2);
const problem = problemOf(plural, singular);
if (problem !== undefined) fail(problem);

const rename = renamer(plural, singular);
const folder = `libs/${plural}`;
for (const name of filesIn(SAMPLE).filter((file) => !file.endsWith('sample-paths.d.ts'))) {
  const target = join(ROOT, folder, rename(name));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, sortImports(rename(readFileSync(join(SAMPLE, name), 'utf8'))));
}
addToModules(rename("export { CertificatesModule } from '#libs/certificates';"));
execFileSync('npx', ['oxfmt', folder], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });

const test = `npm test -- ${folder}/test`;
console.log(`Made ${folder} and added its line to apps/api/src/modules.ts. Next:

1. ${'npm run openapi'.padEnd(test.length)}   writes the descriptions of the API and the types of client and pages
2. ${test}   runs the tests of the module
3. Replace what the sample does with what your module does: docs/extending.md
4. npm test`);
