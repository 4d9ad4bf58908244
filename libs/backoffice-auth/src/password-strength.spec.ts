import { weaknessOf } from './password-strength.js';

const ADA = { email: 'ada.lovelace@analytical-engine.example', displayName: 'Augusta King' };

describe('weaknessOf', () => {
  it.each([
    'correct horse battery',
    'a password for this run',
    'mu-fFR0gyxpkR6y9yv2D',
    'пароль из нескольких слов',
    'staple battery horse '.repeat(9),
  ])('accepts %j', async (password) => {
    expect(await weaknessOf(password, ADA)).toBeUndefined();
  });

  it.each([
    ['password1234', 'must be harder to guess. This is similar to a commonly used password. Add more words'],
    ['P@ssword2024!', 'must be harder to guess. '],
    ['qwertyuiop12', 'must be harder to guess. This is similar to a commonly used password. Add more words'],
    ['x'.repeat(200), 'must be harder to guess. Repeated characters like "aaa" are easy to guess. '],
    ['abcdefghijklmnop', 'must be harder to guess. '],
  ])('says why %j is easy to guess, and what would be better', async (password, reason) => {
    expect(await weaknessOf(password, ADA)).toContain(reason);
  });

  it.each([
    'ada.lovelace@analytical-engine.example',
    'augusta king',
    'analytical-engine',
    'lovelacelovelace',
    'AugustaKing1',
  ])("rejects passwords made of the owner's email and name: %j", async (password) => {
    expect(await weaknessOf(password, ADA)).toContain('must be harder to guess. ');
  });

  it('accepts words of other owners', async () => {
    expect(await weaknessOf('analytical-engine', { email: 'eve@example.com', displayName: 'Eve' })).toBeUndefined();
  });

  it('reads only the beginning of a long password', async () => {
    expect(await weaknessOf(`${'x'.repeat(64)} correct horse battery`, ADA)).toContain('must be harder to guess. ');
  });

  it('does not interpret words of an owner as patterns', async () => {
    expect(await weaknessOf('correct horse battery', { email: '(+*[@\\', displayName: '???' })).toBeUndefined();
  });
});
