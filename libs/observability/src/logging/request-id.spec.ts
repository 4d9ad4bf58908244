import { requestIdOf } from './request-id.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const idOf = (sent: string | string[] | undefined) => requestIdOf({ headers: { 'x-request-id': sent } });

describe('requestIdOf', () => {
  it.each(['a', 'req-1.2:3_4', '0'.repeat(128)])('accepts the id of a client: %s', (sent) => {
    expect(idOf(sent)).toBe(sent);
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['several', ['a', 'b']],
    ['one that is too long', '0'.repeat(129)],
    ['one that breaks the line', 'a\nb'],
    ['one that ends the line', 'a\n'],
    ['one with other characters', 'a b'],
    ['one that is not ASCII', 'ä'],
    ['one that quotes', '"},{"'],
    ['an API key', `qk_${'a'.repeat(49)}`],
    ['one with an API key in it', `id-qk_${'a'.repeat(49)}`],
  ])('generates one in place of %s', (_, sent) => {
    expect(idOf(sent)).toMatch(UUID);
  });

  it('generates a different id for each request', () => {
    expect(idOf(undefined)).not.toBe(idOf(undefined));
  });
});
