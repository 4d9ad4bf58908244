// The pages include the styles of the Mantine components that they use, and no others.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { requireBuild } from '../support/cluster/instance.js';

const ASSETS = join(__dirname, '../../dist/apps/backoffice/assets');
const MANTINE = join(dirname(createRequire(__filename).resolve('@mantine/core/styles.css')), 'styles');

const classesIn = (text: string): string[] => text.match(/\bm_[0-9a-f]{6,8}\b/g) ?? [];

/** The files of the newest build, beginning with index.html. The folder contains those of former builds too. */
function builtFiles(): string[] {
  const all = readdirSync(ASSETS);
  const found = new Set<string>();
  const follow = (text: string) => {
    for (const name of all.filter((one) => /\.(js|css)$/.test(one) && !found.has(one) && text.includes(one))) {
      found.add(name);
      follow(readFileSync(join(ASSETS, name), 'utf8'));
    }
  };
  follow(readFileSync(join(ASSETS, '../index.html'), 'utf8'));
  return [...found];
}

beforeAll(requireBuild);

describe('styles of the pages', () => {
  const textOf = (kind: string) =>
    builtFiles()
      .filter((name) => name.endsWith(kind))
      .map((name) => readFileSync(join(ASSETS, name), 'utf8'))
      .join('\n');

  it('are those of the components in the scripts', () => {
    const used = new Set(classesIn(textOf('.js')));
    const styled = new Set(classesIn(textOf('.css')));
    const components = readdirSync(MANTINE)
      .filter((name) => name.endsWith('.css') && !name.endsWith('.layer.css'))
      .map((name) => ({ name, classes: classesIn(readFileSync(join(MANTINE, name), 'utf8')) }));
    const named = (has: Set<string>) =>
      components.filter(({ classes }) => classes.some((one) => has.has(one))).map(({ name }) => name);
    expect(named(used).length).toBeGreaterThan(20);
    expect(named(styled)).toEqual(named(used));
  });
});
