import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSecrets } from './run-log.js';

it('findSecrets: finds the noted secrets, and keys and hashes that nobody noted', () => {
  const directory = mkdtempSync(join(tmpdir(), 'run-log-'));
  const token = randomBytes(32).toString('base64url');
  const secrets = [
    `x${token}-y`,
    JSON.stringify({ body: 'she said "battery"' }),
    `qk_${'x'.repeat(49)}`,
    '$argon2id$v=19',
  ];
  writeFileSync(join(directory, 'a.secrets'), `${JSON.stringify(token)}\n"she said \\"battery\\""\n`);
  writeFileSync(join(directory, 'b.log'), [...secrets, 'qk_***', token.slice(1)].join('\n'));
  expect(findSecrets(directory)).toEqual(secrets.map((line, index) => `b.log:${index + 1}: ${line}`));
  rmSync(directory, { recursive: true });
});
