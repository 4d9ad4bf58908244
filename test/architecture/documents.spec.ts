import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importedModules } from '../../.config/imported-modules.cjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The names of a heading's link, as GitHub makes them. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

it('documents link to files and headings that exist', async () => {
  const names = await readdir(join(ROOT, 'docs'), { recursive: true });
  const docs = names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', '.github/SECURITY.md', ...docs];
  const links: string[] = [];
  const broken: string[] = [];
  for (const document of documents) {
    const text = await readFile(join(ROOT, document), 'utf8');
    for (const [, link = ''] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      links.push(link);
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? join(ROOT, document) : join(ROOT, dirname(document), path);
      const headings =
        anchor === undefined || !existsSync(target)
          ? []
          : [...(await readFile(target, 'utf8')).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
      if (!existsSync(target) || (anchor !== undefined && !headings.includes(anchor))) {
        broken.push(`${document}: ${link}`);
      }
    }
  }
  expect(links.length).toBeGreaterThan(100);
  expect(broken).toEqual([]);
});

it('docs/extending.md shows the actual code of the sample module', async () => {
  const text = await readFile(join(ROOT, 'docs/extending.md'), 'utf8');
  const blocks = [...text.matchAll(/^```\w+ (tools\/\S+)\n([^]*?)^```$/gm)];
  expect(blocks.length).toBeGreaterThan(6);
  // Their indentation differs.
  const withoutSpace = (code: string) => code.replaceAll(/\s+/g, '');
  for (const [, path = '', code = ''] of blocks) {
    const source = withoutSpace(await readFile(join(ROOT, path), 'utf8'));
    expect({ path, code, isThere: source.includes(withoutSpace(code)) }).toEqual({ path, code, isThere: true });
  }
});

it('docs/architecture.md: the rows of feature modules say what their @Module imports', async () => {
  const modules = await readFile(join(ROOT, 'apps/api/src/modules.ts'), 'utf8');
  const features = [...modules.matchAll(/'#libs\/([\w-]+)'/g)].map(([, lib = '']) => lib);
  const text = await readFile(join(ROOT, 'docs/architecture.md'), 'utf8');
  const rows = [...text.matchAll(/^\| \[libs\/([\w-]+)\].*\|([^|]*)\|$/gm)].filter(([, lib = '']) =>
    features.includes(lib),
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const [, lib = '', uses = ''] of rows) {
    const documented = uses.split(',').map((name) => name.trim());
    expect({ lib, uses: documented.filter((name) => features.includes(name)).sort() }).toEqual({
      lib,
      uses: importedModules(join(ROOT, 'libs', lib, 'src'))
        .filter((name) => features.includes(name))
        .sort(),
    });
  }
});
