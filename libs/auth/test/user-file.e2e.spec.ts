import { query } from '../../../test/support/database.js';
import { xlsxOf } from '../../../test/support/xlsx.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

interface Reading {
  columns: string[];
  rows: { line: number; cells: string[]; user: { email: string } | null; problem: string | null }[];
}

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

const PATH = '/users/file-reading';

const read = (text: string) => service.backoffice.read<Reading>(PATH, text);

const count = async () =>
  (await query<{ count: number }>(service.databaseUrl, 'SELECT count(*)::int AS count FROM users'))[0]?.count;

describe('POST /users/file-reading', () => {
  it('returns bodies that create users, and stores nothing', async () => {
    const before = await count();
    const text = 'email,displayName,role,image\nAda@file.example,Ada,viewer,https://example.com/ada.png\nada,Ada,,';
    const { columns, rows } = await read(text);
    expect(columns).toEqual(['email', 'displayName', 'role', 'image']);
    const image = 'https://example.com/ada.png';
    const user = { email: 'ada@file.example', displayName: 'Ada', role: 'viewer', image };
    expect(rows).toEqual([
      { line: 2, cells: ['Ada@file.example', 'Ada', 'viewer', image], user, problem: null },
      { line: 3, cells: ['ada', 'Ada', '', ''], user: null, problem: 'email: must be an email address' },
    ]);
    expect(await count()).toBe(before);
    expect(await service.backoffice.call('POST', '/users', rows[0]?.user)).toMatchObject(user);
  });

  it('finds the emails of existing users in every form, and those of rows before', async () => {
    const composed = 'zo\u00eb@file.example';
    await service.backoffice.call('POST', '/users', { email: composed, displayName: 'Zoë' });
    await service.backoffice.call('POST', '/users', { email: 'eve@file.example', displayName: 'Eve' });
    const { rows } = await read(
      `email,displayName\nEVE@file.example,Eve\n${composed.normalize('NFD')},Zoë\nnew@file.example,New\nNew@file.example,Newer`,
    );
    expect(rows.map(({ user, problem }) => user?.email ?? problem)).toEqual([
      'email: Email is already in use',
      'email: Email is already in use',
      'new@file.example',
      'email: Line 4 has the same',
    ]);
  });

  it('reads Excel files, with the columns that a person chose', async () => {
    const bytes = xlsxOf(['person', 'contact'], ['Ada', 'ada@xlsx.example']);
    expect(await service.backoffice.read(PATH, bytes)).toMatchObject({
      rows: [{ user: null, problem: expect.stringContaining('Or choose which column is which') as string }],
      table: { header: ['person', 'contact'], columns: ',', isUnderstood: false, rows: [['Ada', 'ada@xlsx.example']] },
    });
    const chosen = await service.backoffice.read(PATH, bytes, { columns: 'displayName,email' });
    expect(chosen).toMatchObject({
      rows: [
        { line: 1, user: null, problem: 'email: must be an email address' },
        { line: 2, user: { email: 'ada@xlsx.example', displayName: 'Ada' }, problem: null },
      ],
      table: { columns: 'displayName,email', isUnderstood: true },
    });
  });

  it('reads the parts of names from a file in Windows-1252, and ignores other columns', async () => {
    const text = 'First name,Last name,Email address,Room\nZo\xEB,O\x92Neill,zoe@cp1252.example,7b';
    expect(await service.backoffice.read(PATH, Buffer.from(text, 'latin1'))).toMatchObject({
      columns: ['firstName', 'lastName', 'email', 'Room'],
      rows: [{ user: { email: 'zoe@cp1252.example', displayName: 'Zoë O’Neill' }, problem: null }],
      table: { columns: 'firstName,lastName,email,', isUnderstood: true },
    });
  });

  it('says what a file is that cannot be read', async () => {
    const response = await service.backoffice.upload(PATH, Buffer.from('\xFF\xFEe\0', 'latin1'));
    const error = 'The file is in UTF-16. Save it in UTF-8 and choose it again';
    expect([response.status, await response.json()]).toEqual([422, { error }]);
  });

  it('rejects columns with names that they cannot have', async () => {
    const response = await service.backoffice.upload(PATH, 'a', { columns: 'name' });
    const error =
      'columns: must be names of email, displayName, role, image, firstName, lastName, tags, separated by commas';
    expect([response.status, await response.json()]).toEqual([400, { error }]);
  });

  it('rejects a table whose response would be large', async () => {
    const table = `email,displayName\n${`a,${'\u0001'.repeat(10_000)}\n`.repeat(20)}`;
    const response = await service.backoffice.upload(PATH, table);
    const error = 'The file has more text than can be read at once. Divide it into several';
    expect([response.status, await response.json()]).toEqual([422, { error }]);
  });
});
