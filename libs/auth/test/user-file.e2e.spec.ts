import { query } from '../../../test/support/database.js';
import { xlsxOf } from '../../../test/support/xlsx.js';
import { type Service, startService } from '../../../test/support/service.js';

interface Reading {
  columns: string[];
  rows: { line: number; cells: string[]; user: { email: string } | null; problem: string | null }[];
}

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.close());

const read = (text: string) => service.backoffice.call<Reading>('POST', '/users/file-reading', { text });

const count = async () =>
  (await query<{ count: number }>(service.databaseUrl, 'SELECT count(*)::int AS count FROM users'))[0]?.count;

describe('POST /users/file-reading', () => {
  it('returns bodies that create users, and stores nothing', async () => {
    const before = await count();
    const text = 'email,displayName,role,image\nAda@example.com,Ada,viewer,https://example.com/ada.png\nada,Ada,,';
    const { columns, rows } = await read(text);
    expect(columns).toEqual(['email', 'displayName', 'role', 'image']);
    const image = 'https://example.com/ada.png';
    const user = { email: 'ada@example.com', displayName: 'Ada', role: 'viewer', image };
    expect(rows).toEqual([
      { line: 2, cells: ['Ada@example.com', 'Ada', 'viewer', image], user, problem: null },
      { line: 3, cells: ['ada', 'Ada', '', ''], user: null, problem: 'email: must be an email address' },
    ]);
    expect(await count()).toBe(before);
    expect(await service.backoffice.call('POST', '/users', rows[0]?.user)).toMatchObject(user);
  });

  it('finds the emails of existing users in every form, and those of rows before', async () => {
    const composed = 'zo\u00eb@example.com';
    await service.backoffice.call('POST', '/users', { email: composed, displayName: 'Zoë' });
    await service.backoffice.call('POST', '/users', { email: 'eve@example.com', displayName: 'Eve' });
    const { rows } = await read(
      `email,displayName\nEVE@example.com,Eve\n${composed.normalize('NFD')},Zoë\nnew@example.com,New\nNew@example.com,Newer`,
    );
    expect(rows.map(({ user, problem }) => user?.email ?? problem)).toEqual([
      'email: Email is already in use',
      'email: Email is already in use',
      'new@example.com',
      'email: Line 4 has the same',
    ]);
  });

  it('reads Excel files, with the columns that a person chose', async () => {
    const bytes = xlsxOf(['person', 'contact'], ['Ada', 'ada@xlsx.example']);
    const body = { file: Buffer.from(bytes).toString('base64') };
    const path = '/users/file-reading';
    expect(await service.backoffice.call('POST', path, body)).toMatchObject({
      rows: [{ user: null, problem: expect.stringContaining('Or choose which column is which') as string }],
      table: { header: ['person', 'contact'], columns: ',', isUnderstood: false, rows: [['Ada', 'ada@xlsx.example']] },
    });
    const chosen = await service.backoffice.call('POST', path, { ...body, columns: 'displayName,email' });
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
    const file = Buffer.from(text, 'latin1').toString('base64');
    expect(await service.backoffice.call('POST', '/users/file-reading', { file })).toMatchObject({
      columns: ['firstName', 'lastName', 'email', 'Room'],
      rows: [{ user: { email: 'zoe@cp1252.example', displayName: 'Zoë O’Neill' }, problem: null }],
      table: { columns: 'firstName,lastName,email,', isUnderstood: true },
    });
  });

  it('says what a file is that cannot be read', async () => {
    const file = Buffer.from('\xFF\xFEe\0', 'latin1').toString('base64');
    const response = await service.backoffice.request('POST', '/users/file-reading', { file });
    const error = 'The file is in UTF-16. Save it in UTF-8 and choose it again';
    expect([response.status, await response.json()]).toEqual([422, { error }]);
  });

  it.each([
    [
      'columns: must be names of email, displayName, role, image, firstName, lastName, tags, separated by commas',
      { text: 'a', columns: 'name' },
    ],
    ['text: must be given, or a file instead', {}],
    ['text: must not be blank', { text: ' ' }],
    ['text: must have 1 to 5000000 characters', { text: 'a'.repeat(5_000_001) }],
    ['name: unknown field', { text: 'email,displayName', name: 'users.csv' }],
  ])('is rejected: %s', async (error, body) => {
    const response = await service.backoffice.request('POST', '/users/file-reading', body);
    expect([response.status, await response.json()]).toEqual([400, { error }]);
  });
});
