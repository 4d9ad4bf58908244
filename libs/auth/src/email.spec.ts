import { normalEmail } from './email.js';

const NFC = 'jos\u00e9@ex\u00e4mple.com';
const NFD = 'jose\u0301@exa\u0308mple.com';

describe('normalEmail', () => {
  it.each([NFC, NFD, 'JOS\u00c9@EX\u00c4MPLE.COM', 'JOSE\u0301@EXA\u0308MPLE.COM'])('returns one form: %j', (email) => {
    expect(normalEmail(email)).toBe(NFC);
    expect(normalEmail(normalEmail(email))).toBe(NFC);
  });

  it.each(['a\u212a@example.com', 'a\u0130@example.com', '\u03a3\u03c2@example.com'])('is stable: %j', (email) => {
    expect(normalEmail(normalEmail(email))).toBe(normalEmail(email));
  });

  it('does not convert domains', () => {
    expect(normalEmail('a@xn--mnchen-3ya.example')).toBe('a@xn--mnchen-3ya.example');
  });
});
