import { formatTime } from '#libs/backoffice-ui/format-time.ts';
import { detailLines, titleOf } from './audit-texts';

describe('detailLines', () => {
  it('describes changes with the old and the new value', () => {
    expect(detailLines({ displayName: { from: 'Ada', to: 'Ada L.' }, suspended: { from: false, to: true } })).toEqual([
      'Display name: Ada → Ada L.',
      'Suspended: no → yes',
    ]);
  });

  it('omits ids, and names missing values', () => {
    expect(detailLines({ owner: 'Ada', ownerId: '019b', image: null, revision: 3 })).toEqual([
      'Owner: Ada',
      'Image: none',
      'Revision: 3',
    ]);
  });

  it('shows lists as texts, and leaves out changes to the same value', () => {
    const at = '2027-02-20T14:58:36.603Z';
    const tags = { from: [], to: ['Biology', 'Year 7'] };
    expect(detailLines({ point: ['Fox', 'Snail'], tags, extraSeconds: 600, expiresAt: { from: at, to: at } })).toEqual([
      'Point: Fox, Snail',
      'Tags: none → Biology, Year 7',
      'Extra time: 10\u00a0min\u00a00\u00a0s',
    ]);
  });

  it('shows that there is no extra time, as after a withdrawal', () => {
    expect(detailLines({ user: 'Ada', extraAttempts: 1, extraSeconds: 0 })).toEqual([
      'User: Ada',
      'Extra attempts: 1',
      'Extra time: none',
    ]);
  });

  it('names durations without their unit', () => {
    const timeLimitSeconds = { from: 0, to: 90 };
    expect(detailLines({ timeLimitSeconds })).toEqual(['Time limit: none → 1\u00a0min\u00a030\u00a0s']);
  });

  it('formats timestamps as the page does, and leaves texts of users as they are', () => {
    const at = '2027-02-20T14:58:36.603Z';
    expect(detailLines({ expiresAt: at, hour: at, title: at })).toEqual([
      `Expires: ${formatTime(at)}`,
      `Hour: ${formatTime(at)}`,
      `Title: ${at}`,
    ]);
    expect(detailLines({ expiresAt: null })).toEqual(['Expires: Never']);
  });
});

describe('titleOf', () => {
  it('names actions, and shows unknown ones as they are', () => {
    const titles = { 'key.created': 'Created an API key' };
    expect(titleOf('key.created', titles)).toBe('Created an API key');
    expect(titleOf('rating.removed', titles)).toBe('rating.removed');
  });
});
