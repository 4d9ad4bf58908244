import { everyWordOf, wordsOf } from '#libs/database';
import { query, serverUrl } from '../../../test/support/database.js';

/** Whether a search finds a text; both are composed and decomposed. */
async function isFound(text: string, search: string): Promise<boolean[]> {
  const forms = (value: string) => [value.normalize('NFC'), value.normalize('NFD')];
  const rows = await query<{ found: boolean }>(
    serverUrl(),
    `SELECT ${wordsOf('text')} @@ ${everyWordOf('search')} AS found
     FROM unnest($1::text[]) AS text, unnest($2::text[]) AS search`,
    [forms(text), forms(search)],
  );
  return rows.map(({ found }) => found);
}

it.each([
  ['Jürgen Müller', 'MULLER'],
  ['Jurgen Muller', 'müller'],
  ['Straße', 'STRASS'],
  ['STRASSE', 'straße'],
  ['Łódź', 'lodz'],
  ['Søren', 'SOREN'],
  ['İstanbul ve Isparta', 'istanbul ısparta'],
  ['Οδός', 'ΟΔΟΣ'],
  ['Всё', 'ВСЕ'],
  ['Tiếng Việt', 'viet tieng'],
  ['ガラス', 'ｶﾞﾗｽ'],
  ['한국어', '한국'],
  ['ﬁnal ⅷ', 'final VIII'],
])('%j is found by %j', async (text, search) => {
  expect(await isFound(text, search)).toEqual([true, true, true, true]);
});

it.each([
  ['ガラス', 'カラス'],
  ['ガラス', 'ラ'],
  ['한국어', '국'],
  ['Müller', 'üller'],
  ['Müller', '\u0308'],
])('%j is not found by %j', async (text, search) => {
  expect((await isFound(text, search)).some(Boolean)).toBe(false);
});
