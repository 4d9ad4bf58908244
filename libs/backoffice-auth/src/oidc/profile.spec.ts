import { OidcError } from './oidc.errors.js';
import { readProfile } from './profile.js';

const ID_TOKEN = { iss: 'https://login.example.com', sub: 'ada', aud: 'quiz', exp: 1 };

const read = (claims: object = {}, userInfo: object = {}) =>
  readProfile({ ...ID_TOKEN, ...claims }, { ...userInfo }, 'groups');

describe('readProfile', () => {
  it('reads the ID token and the userinfo response', () => {
    const claims = { email: 'Ada@Example.com', email_verified: true, name: 'Ada', groups: ['a', 'b'] };
    const profile = {
      issuer: 'https://login.example.com',
      subject: 'ada',
      email: 'ada@example.com',
      displayName: 'Ada',
      groups: ['a', 'b'],
      authenticatedAt: undefined,
    };
    expect(read(claims)).toEqual(profile);
    expect(read({}, claims)).toEqual(profile);
    expect(read()).toEqual({ ...profile, email: undefined, displayName: undefined, groups: [] });
  });

  it('reads issuer and subject from the ID token only', () => {
    expect(read({}, { iss: 'https://evil.example', sub: 'eve' })).toMatchObject({
      issuer: ID_TOKEN.iss,
      subject: ID_TOKEN.sub,
    });
  });

  it('reads when the person signed in from the ID token only, and never from the future', () => {
    const seconds = Math.floor(Date.now() / 1_000) - 60;
    expect(read({ auth_time: seconds }).authenticatedAt).toEqual(new Date(seconds * 1_000));
    expect(read({}, { auth_time: seconds }).authenticatedAt).toBeUndefined();
    expect(read({ auth_time: seconds + 3_600 }).authenticatedAt?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('prefers each value of the signed ID token to that of userinfo', () => {
    const signed = { email: 'ada@example.com', email_verified: true, name: 'Ada', groups: ['staff'] };
    const unsigned = { email: 'root@example.com', email_verified: true, name: 'Root', groups: ['quiz-admins'] };
    expect(read(signed, unsigned)).toEqual(read(signed));
    expect(read({ groups: [] }, unsigned)).toEqual({ ...read({}, unsigned), groups: [] });
    expect(read({ ...signed, email_verified: false }, { ...signed }).email).toBeUndefined();
  });

  it.each([
    [true, 'ada@example.com'],
    ['true', 'ada@example.com'],
    [false, undefined],
    ['false', undefined],
    [undefined, undefined],
    [null, undefined],
    [1, undefined],
    ['yes', undefined],
  ])('reads an email with %j as %s', (isVerified, email) => {
    expect(read({ email: 'ada@example.com', email_verified: isVerified }).email).toBe(email);
  });

  it("ignores another source's verification of the email", () => {
    const verified = { email: 'ada@example.com', email_verified: true };
    expect(read({ email: 'root@example.com' }, verified).email).toBeUndefined();
    expect(read({ email: 'root@example.com' }, { email_verified: true }).email).toBeUndefined();
    expect(read({ email_verified: true }, { email: 'root@example.com' }).email).toBeUndefined();
    expect(read({ email: 'ada@example.com' }, verified).email).toBe('ada@example.com');
    expect(read(verified, { name: 'Ada' }).email).toBe('ada@example.com');
  });

  it.each([
    1,
    '',
    'ada',
    'ada@example.com\0',
    'a b@example.com',
    'a@b@c',
    `${'a'.repeat(251)}@b.c`,
    ['ada@example.com'],
  ])('ignores the email %j', (email) => expect(read({ email, email_verified: true }).email).toBeUndefined());

  it.each([
    [undefined, undefined],
    [7, undefined],
    ['', undefined],
    [' \0 ', undefined],
    ['  Ada ', 'Ada'],
    ['A\0da\ud800', 'Ada\ufffd'],
    ['😀'.repeat(101), '😀'.repeat(100)],
  ])('reads %j as the name %j', (name, displayName) => expect(read({ name }).displayName).toBe(displayName));

  it.each([
    ['admins', ['admins']],
    [
      ['admins', 7, null, 'staff'],
      ['admins', 'staff'],
    ],
    [{ admins: true }, []],
    [null, []],
  ])('reads %j as the groups %j', (groups, names) => expect(read({ groups }).groups).toEqual(names));

  it.each([{ sub: '' }, { sub: 7 }, { sub: 'a\0' }, { sub: 'a'.repeat(256) }, { iss: undefined }])(
    'rejects claims without a usable issuer and subject: %j',
    (claims) => expect(() => read(claims)).toThrow(OidcError),
  );
});
