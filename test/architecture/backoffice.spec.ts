import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// Vite resolves `import.meta.glob` and TSX; it cannot read styles here. It adds hooks to Node's loader, which Jest forbids in its own process.
const COMPOSE = `
  import { runnerImport } from 'vite';
  const styles = { name: 'no-styles', enforce: 'pre', resolveId: (id) => (id.endsWith('.css') ? '\\0no-styles' : undefined), load: (id) => (id === '\\0no-styles' ? 'export default {}' : undefined) };
  const { module } = await runnerImport('./src/router.tsx', { root: 'apps/backoffice', configFile: false, plugins: [styles] });
  console.log(JSON.stringify(module.router.options.context));
`;

type Words = Record<'auditActions' | 'auditSubjects', object>;

let words: Words;
let sources: { lib: string; text: string }[];

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', COMPOSE], { cwd: ROOT });
  words = JSON.parse(stdout) as Words;
  const paths = (await readdir(join(ROOT, 'libs'), { recursive: true })).filter((path) => /\/src\/.*\.ts$/.test(path));
  sources = await Promise.all(
    paths.map(async (path) => ({
      lib: path.slice(0, path.indexOf('/')),
      text: await readFile(join(ROOT, 'libs', path), 'utf8'),
    })),
  );
});

it.each<[keyof Words, RegExp, number]>([
  ['auditSubjects', /@AuditSubjects\(([^)$]+)\)/g, 3],
  ['auditActions', /new Audited\([^,]+,\s*([^,]+)/g, 15],
])('the contributions to the backoffice compose, and have the %s of the modules', (kind, pattern, count) => {
  const declared = sources.flatMap(({ lib, text }) =>
    [...text.matchAll(pattern)].flatMap(([, names = '']) => names.split(', ').map((name) => ({ lib, name }))),
  );
  expect(declared.length).toBeGreaterThanOrEqual(count);
  const problems = declared.flatMap(({ lib, name }) => {
    const literal = /^'(.+)'$/.exec(name)?.[1];
    if (literal === undefined) return [`libs/${lib}/src: write ${name} as a literal, which this test can read`];
    return literal in words[kind] ? [] : [`libs/${lib}/backoffice/index.tsx: add ${name} to ${kind}`];
  });
  expect(problems).toEqual([]);
});
