import { changedTags } from './user-tags.js';

const ADA = { displayName: 'Ada', tags: ['7b', 'Chess'] };

describe('changedTags', () => {
  it.each([
    [{}, undefined],
    [{ addTags: [], removeTags: [] }, undefined],
    [{ addTags: ['8b'] }, ['7b', 'Chess', '8b']],
    [{ addTags: ['chess', '7B'] }, ['7b', 'Chess']],
    [{ removeTags: ['CHESS', 'unknown'] }, ['7b']],
    [{ removeTags: ['7b'], addTags: ['8b'] }, ['Chess', '8b']],
    [{ removeTags: ['chess'], addTags: ['chess'] }, ['7b', 'chess']],
  ])('%j of 7b and Chess: %j', (change, expected) => {
    expect(changedTags(ADA, change)).toEqual(expected);
  });

  it('rejects more than 20, and names the user', () => {
    const addTags = Array.from({ length: 18 }, (_, number) => `Tag ${number}`);
    expect(changedTags(ADA, { addTags })).toHaveLength(20);
    expect(() => changedTags(ADA, { addTags: [...addTags, 'one more'] })).toThrow(
      'addTags: Ada would have more than 20 tags',
    );
  });
});
