import { counterpartOf, partsOf } from './marked-text';

describe('partsOf', () => {
  it.each([
    ['Which river flows through Vienna?', 'Which great river flows through Vienna?', ['great ']],
    ['Which great river?', 'Which river?', []],
    ['The longest river', 'The deepest river', ['deepest']],
    ['', 'New', ['New']],
    ['The same', 'The same', []],
  ])('of a text that was %j and is %j', (other, text, added) => {
    const parts = partsOf(text, other);
    expect(parts.flatMap((part) => (part.isNew ? [part.text] : []))).toEqual(added);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });
});

describe('counterpartOf', () => {
  const others = [{ text: 'Rhine' }, { text: 'Danube' }];

  it('is the answer of the same text wherever it stands, otherwise the one in its place', () => {
    expect(counterpartOf('Danube', 0, others)).toBe(others[1]);
    expect(counterpartOf('Elbe', 0, others)).toBe(others[0]);
    expect(counterpartOf('Elbe', 2, others)).toBeUndefined();
  });
});
