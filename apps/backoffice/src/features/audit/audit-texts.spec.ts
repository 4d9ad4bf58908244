import { detailLines, titleOf } from './audit-texts';

describe('detailLines', () => {
  it('says changes as from and to, in words', () => {
    expect(detailLines({ displayName: { from: 'Ada', to: 'Ada L.' }, suspended: { from: false, to: true } })).toEqual([
      'display name: Ada → Ada L.',
      'suspended: no → yes',
    ]);
  });

  it('leaves ids out and says what is missing', () => {
    expect(detailLines({ owner: 'Ada', ownerId: '019b', expiresAt: null, revision: 3 })).toEqual([
      'owner: Ada',
      'expires at: none',
      'revision: 3',
    ]);
  });
});

describe('titleOf', () => {
  it('names actions, and shows unknown ones as they are', () => {
    expect(titleOf('key.created')).toBe('Created an API key');
    expect(titleOf('rating.removed')).toBe('rating.removed');
  });
});
