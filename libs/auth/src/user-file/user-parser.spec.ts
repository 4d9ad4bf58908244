import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { csvLine } from '#libs/files';
import { checkUser } from './check-user.js';
import { MAX_ROWS, parse } from './user-parser.js';

const HEAD = 'email,displayName,role,image';

async function read(text: string) {
  const outcome = await parse({ bytes: Buffer.from(text) });
  if ('unreadable' in outcome) throw new Error(outcome.unreadable);
  const { columns, rows } = outcome.parsed;
  return { columns, rows: rows.map(checkUser) };
}

async function shape(text: string) {
  const { rows } = await read(text);
  return rows.map(({ line, user, problem }) => [line, problem ?? Object.values(user ?? {})]);
}

describe('files of users', () => {
  it.each([
    ['all columns', `${HEAD}\nAda@Example.com , Ada ,admin,https://example.com/a b.png`, undefined],
    ['a role and no image', `${HEAD}\nada@example.com,Ada,Viewer,`, ['ada@example.com', 'Ada', null, 'viewer']],
    ['players by default', `${HEAD}\nada@example.com,Ada,,`, ['ada@example.com', 'Ada', null, 'player']],
    ['two columns in any order', 'DisplayName,EMAIL\nAda,ada@example.com', ['ada@example.com', 'Ada', null, 'player']],
    [
      'names with spaces, and further columns',
      'Email,Display Name,Room\nada@example.com,Ada L.,7b',
      ['ada@example.com', 'Ada L.', null, 'player'],
    ],
    [
      'the parts of a name, as Moodle exports them',
      'First name,Last name,Email address,Room\nAda,Lovelace,ada@example.com,7b',
      ['ada@example.com', 'Ada Lovelace', null, 'player'],
    ],
    [
      'the parts of a name in any order, one of them empty',
      'lastname,firstname,email\n,Ada,ada@example.com',
      ['ada@example.com', 'Ada', null, 'player'],
    ],
    ['a surname', 'Surname,Given name,Email\nLovelace,Ada,a@b', ['a@b', 'Ada Lovelace', null, 'player']],
    [
      'the whole name before its parts, as Canvas exports them',
      'user_id,first_name,last_name,full_name,email\n7,A.,L.,Ada Lovelace,ada@example.com',
      ['ada@example.com', 'Ada Lovelace', null, 'player'],
    ],
    ['a name', 'Name,Email\nAda,ada@example.com', ['ada@example.com', 'Ada', null, 'player']],
    ['semicolons', 'email;displayName\nada@example.com;Love, Ada', ['ada@example.com', 'Love, Ada', null, 'player']],
    ['files of rejected rows', 'email,displayName,problem\na@b,Ada,wrong', ['a@b', 'Ada', null, 'player']],
  ])('reads %s', async (_, text, expected) => {
    const image = [2, 'image: must be an absolute http or https URL'];
    expect(await shape(text)).toEqual([expected === undefined ? image : [2, expected]]);
  });

  it('returns the image in its normal form, and the columns and cells as the file has them', async () => {
    const text = 'Email,image,DISPLAYNAME\n A@b ,https://example.com/日.png,Ada';
    expect(await read(text)).toEqual({
      columns: ['email', 'image', 'displayName'],
      rows: [
        {
          line: 2,
          cells: [' A@b ', 'https://example.com/日.png', 'Ada'],
          user: { email: 'a@b', displayName: 'Ada', image: 'https://example.com/%E6%97%A5.png', role: 'player' },
          problem: null,
        },
      ],
    });
  });

  it('reports the columns that it ignores, with the parts of a name that is there as a whole', async () => {
    const outcome = await parse({ bytes: Buffer.from('Room,Name,First name,Email\n7b,Ada L.,Ada,a@b') });
    expect(outcome).toMatchObject({
      parsed: {
        columns: ['Room', 'displayName', 'First name', 'email'],
        table: { header: ['Room', 'Name', 'First name', 'Email'], columns: ',displayName,,email' },
      },
    });
  });

  it.each([
    ['email,name,tags\na@b,Ada,"7b, Chess"', ['7b', 'Chess']],
    ['E-Mail;Name;Tag\na@b;Ada;"7b; Chess;7B;"', ['7b', 'Chess']],
    ['email,name,tags\na@b,Ada, ', undefined],
    ['email,name,Class,class tags\na@b,Ada,7b,Chess', ['7b', 'Chess']],
  ])('reads the tags of %j: %j', async (text, tags) => {
    expect((await read(text)).rows[0]?.user?.tags).toEqual(tags);
  });

  it('says what is wrong with tags', async () => {
    const tooMany = Array.from({ length: 21 }, (_, number) => number).join(';');
    expect(await shape(`email,name,tags\na@b,Ada,${tooMany}`)).toEqual([[2, 'tags: must have at most 20 items']]);
    expect(await shape(`email,name,tags\na@b,Ada,${'x'.repeat(51)}`)).toEqual([
      [2, 'tags: each item must have 1 to 50 characters'],
    ]);
  });

  it('reads Windows-1252, and keeps the order of the file', async () => {
    const text = 'email,Name\nz@b,Zo\xEB \x80\nb@b,B\na@b,A\n';
    const outcome = await parse({ bytes: Buffer.from(text, 'latin1') });
    if ('unreadable' in outcome) throw new Error(outcome.unreadable);
    expect(outcome.parsed.rows.map(({ cells }) => cells)).toEqual([
      ['z@b', 'Zoë €'],
      ['b@b', 'B'],
      ['a@b', 'A'],
    ]);
  });

  const header =
    'The first line must name the columns: email, displayName or firstName and lastName, and optionally role, image and tags. Or choose which column is which';

  it.each([
    ['ada@example.com,Ada', 1, header],
    ['email,role\nada@example.com,admin', 1, header],
    ['email', 1, header],
    ['email,firstname\na@b,Ada', 1, header],
    ['email,firstname,lastname,surname\na@b,Ada,L,L', 1, header],
    ['"email,displayName\na@b,Ada', 1, header],
    ['email,displayName,Email\na@b,Ada,a@b', 1, header],
    [`${HEAD}\nada,Ada,,`, 2, 'email: must be an email address'],
    [`${HEAD}\na@b,Ada,boss,`, 2, 'role: must be one of admin, editor, application, player, viewer'],
    ['email,firstname,lastname\na@b,,', 2, 'displayName: must have 1 to 100 characters'],
    [`${HEAD}\na@b,Ada,,,x`, 2, 'The row has 5 cells, the header 4: is a comma in a text not quoted?'],
    [`${HEAD}\n,,admin,`, 2, 'email: must have 3 to 254 characters; displayName: must have 1 to 100 characters'],
    [
      `${HEAD}\n\n"a@b,Ada,,`,
      3,
      'A quote is missing, or not doubled inside a text: this row and those after it were left out',
    ],
  ])('says what is wrong with %j', async (text, line, problem) => expect(await shape(text)).toEqual([[line, problem]]));

  it('reads no rows of a file with nothing but a header', async () => expect(await shape(HEAD)).toEqual([]));

  it('says how many rows of a long file it left out', async () => {
    const lines = Array.from({ length: MAX_ROWS + 3 }, (_, number) => `${number}@example.com,Ada,,`);
    const { rows } = await read([HEAD, ...lines].join('\n'));
    expect(rows.filter(({ user }) => user !== null)).toHaveLength(MAX_ROWS);
    expect(rows.at(-1)).toEqual({
      line: MAX_ROWS + 2,
      cells: [],
      user: null,
      problem: 'Only 1000 rows are read at once: this one and 2 after it were left out',
    });
  });

  it('reads the cells of a file of rejected rows as they were', async () => {
    const cell = array(constantFrom(...'=+-@\'",;\t\n ab')).map((characters) => `${characters.join('')}x`);
    await assert(
      asyncProperty(cell, cell, async (email, displayName) => {
        const file = csvLine(['email', 'displayName', 'problem']) + csvLine([email, displayName, 'wrong']);
        expect((await read(file)).rows.map(({ cells }) => cells)).toEqual([[email, displayName, 'wrong']]);
      }),
    );
  });

  it('leaves the apostrophes of other files', async () => {
    expect((await read("email,displayName\na@b,'-A")).rows[0]?.user?.displayName).toBe("'-A");
  });
});
