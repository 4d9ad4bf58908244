import { counterpartOf, markedParts } from './marked-text';

describe('markedParts', () => {
  it.each([
    ['Which river flows through Vienna?', 'Which great river flows through Vienna?', ['great ']],
    ['Which great river?', 'Which river?', []],
    ['The longest river', 'The deepest river', ['deepest']],
    ['', 'New', ['New']],
    ['The same', 'The same', []],
    ['Is $x^2$ even?', 'Is $x^3$ even?', ['x^3']],
    ['Is $x^2$ odd?', 'Is $x^2$ even?', ['even']],
    ['Is $x$ even?', String.raw`Is \(x\) even?`, ['x']],
    ['What is `len(x)`?', 'What is `len(y)`?', ['y']],
    ['What is len?', 'What is `len`?', ['len']],
    ['```js\nx = 1\ny = 2\n```', '```js\nx = 1\ny = 3\n```', ['3']],
    ['```c\nc d\n```', '```c\nc\n```', []],
    ['Old $x$', 'New `x`, $y$', ['New', 'x', ', ', 'y']],
  ])('of a text that was %j and is %j', (other, text, marked) => {
    const parts = markedParts(text, other);
    const pieces = parts.flatMap((part) => part.pieces ?? []);
    expect(pieces.flatMap((piece) => (piece.isMarked ? [piece.text] : []))).toEqual(marked);
    expect(pieces.map((piece) => piece.text).join('')).toBe(parts.map((part) => part.text).join(''));
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
