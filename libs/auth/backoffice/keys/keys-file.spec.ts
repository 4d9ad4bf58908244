import { keysFile } from './keys-file';
import type { CreatedApiKey } from './keys-data';

const owner = { id: '019b76da-a800-7000-8000-000000000001', displayName: '=1+1, "Ada"' };

it('keysFile: a line per key with the email of its owner, safe in spreadsheets', () => {
  const created = [{ owner, name: 'Class 7b', key: 'qk_1', expiresAt: '2036-01-01T00:00:00.000Z' }] as CreatedApiKey[];
  expect(keysFile(created, [{ id: owner.id, email: 'ada@example.com' }])).toBe(
    '\uFEFFemail,displayName,keyName,key,expiresAt\r\n' +
      `ada@example.com,"'=1+1, ""Ada""",Class 7b,qk_1,2036-01-01T00:00:00.000Z\r\n`,
  );
});
