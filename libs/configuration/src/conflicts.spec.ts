import { readFileSync } from 'node:fs';
import { findConflicts, LIMITS } from './conflicts.js';
import { loadConfiguration } from './configuration.js';

const conflictsOf = (environment: Record<string, string>) => findConflicts(loadConfiguration(environment));

describe('findConflicts', () => {
  it('finds none in the defaults', () => expect(conflictsOf({})).toEqual([]));

  it.each(LIMITS)('finds %s that is not below %s', (lower, upper, consequence) => {
    const conflict = {
      names: [lower, upper],
      text: `${lower} (10000) is not below ${upper} (10000): ${consequence}`,
      advice: `lower ${lower}, or raise ${upper}`,
    };
    expect(conflictsOf({ [lower]: '10000', [upper]: '10000' })).toContainEqual(conflict);
    const names = conflictsOf({ [lower]: '9999', [upper]: '10000' }).map((found) => found.names);
    expect(names).not.toContainEqual(conflict.names);
  });

  it('finds that one address can take all connections, unless it is a proxy', () => {
    const environment = { MAX_CONNECTIONS: '1000', MAX_CONNECTIONS_PER_ADDRESS: '1000' };
    expect(conflictsOf(environment)).toEqual([
      expect.objectContaining({ names: ['MAX_CONNECTIONS_PER_ADDRESS', 'MAX_CONNECTIONS'] }),
    ]);
    expect(conflictsOf({ ...environment, MAX_CONNECTIONS: '1001' })).toEqual([]);
    expect(conflictsOf({ ...environment, TRUSTED_PROXIES: '10.0.0.1' })).toEqual([]);
  });

  it('finds https without a trusted proxy', () => {
    expect(conflictsOf({ SITE_URL: 'https://quiz.example.com' })).toEqual([
      expect.objectContaining({ names: ['SITE_URL', 'TRUSTED_PROXIES'] }),
    ]);
    expect(conflictsOf({ SITE_URL: 'https://quiz.example.com', TRUSTED_PROXIES: '10.0.0.1' })).toEqual([]);
    expect(conflictsOf({ SITE_URL: 'http://quiz.example.com' })).toEqual([]);
  });
});

it.each(LIMITS.map(([lower, upper]) => [lower, upper]))(
  'docs/deployment.md says that %s stays below %s',
  (lower, upper) => {
    const page = readFileSync(new URL('../../../docs/deployment.md', import.meta.url), 'utf8');
    const [, table = ''] = page.split('## Settings that change together');
    const row = table.split('\n').find((line) => new RegExp(`^\\| \`${upper}\``).test(line));
    expect(row).toContain(`\`${lower}\``);
  },
);
