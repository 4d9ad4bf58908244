import { etagOf, matchesRevision } from './etag.js';

const ada = { id: '1', displayName: 'Ada', image: null };

describe('etagOf', () => {
  it('changes with the revision, the name and the image', () => {
    const tags = [
      etagOf(1, ada),
      etagOf(2, ada),
      etagOf(1, { ...ada, displayName: 'Ada L.' }),
      etagOf(1, { ...ada, image: 'https://example.com/a.png' }),
    ];
    expect(new Set(tags).size).toBe(4);
    expect(etagOf(1, { ...ada })).toBe(tags[0]);
  });
});

describe('matchesRevision', () => {
  const tag = etagOf(12, ada);

  it.each([
    [undefined, true],
    ['*', true],
    [tag, true],
    [`W/${tag}`, true],
    [`"x", W/${tag} , "y"`, true],
    [etagOf(12, { ...ada, displayName: 'Other' }), true],
    [etagOf(1, ada), false],
    [etagOf(120, ada), false],
    ['"nonsense"', false],
    ['12', false],
    ['', false],
  ])('%j: %s', (header, expected) => {
    expect(matchesRevision(header, 12)).toBe(expected);
  });
});
