import { formatTime } from '#libs/backoffice-ui/format-time.ts';
import { detailLines, titleOf } from './audit-texts';

describe('detailLines', () => {
  it('describes changes with the old and the new value', () => {
    expect(detailLines({ displayName: { from: 'Ada', to: 'Ada L.' }, suspended: { from: false, to: true } })).toEqual([
      'display name: Ada → Ada L.',
      'suspended: no → yes',
    ]);
  });

  it('omits ids, and names missing values', () => {
    expect(detailLines({ owner: 'Ada', ownerId: '019b', image: null, revision: 3 })).toEqual([
      'owner: Ada',
      'image: none',
      'revision: 3',
    ]);
  });

  it('shows lists as texts, and leaves out changes to the same value', () => {
    const at = '2027-02-20T14:58:36.603Z';
    const tags = { from: [], to: ['Biology', 'Year 7'] };
    expect(detailLines({ point: ['Fox', 'Snail'], tags, extraSeconds: 600, expiresAt: { from: at, to: at } })).toEqual([
      'point: Fox, Snail',
      'tags: none → Biology, Year 7',
      'extra seconds: 600',
    ]);
  });

  it('formats timestamps as the page does, and leaves texts of users as they are', () => {
    const at = '2027-02-20T14:58:36.603Z';
    expect(detailLines({ expiresAt: at, hour: at, title: at })).toEqual([
      `expires: ${formatTime(at)}`,
      `hour: ${formatTime(at)}`,
      `title: ${at}`,
    ]);
    expect(detailLines({ expiresAt: null })).toEqual(['expires: Never']);
  });
});

describe('titleOf', () => {
  it('names actions, and shows unknown ones as they are', () => {
    const titles = { 'key.created': 'Created an API key' };
    expect(titleOf('key.created', titles)).toBe('Created an API key');
    expect(titleOf('rating.removed', titles)).toBe('rating.removed');
  });
});
