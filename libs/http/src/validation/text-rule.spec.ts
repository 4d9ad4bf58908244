import fc from 'fast-check';
import { textProblem } from './text-rule.js';

const characters = fc.constantFrom(
  ...'aß🦉 \t\n\v\f\r\0',
  ...'\u00a0\u1680\u2028\u3000\ufeff\u200b\u0085\u001c\ud83e\udd89',
);
const text = fc.array(characters, { maxLength: 8 }).map((list) => list.join(''));

/** Not blank, Unicode without U+0000 and halves of surrogate pairs. */
const VALID = /^\s*[^\s\0\p{Cs}][^\0\p{Cs}]*$/u;

it.each([
  [0, 3],
  [1, 3],
  [2, 4],
  [3, 3],
])('a text of %i to %i characters is counted in code points, well-formed and not blank', (min, max) => {
  fc.assert(
    fc.property(text, (one) => {
      const length = [...one].length;
      const isValid = length >= min && length <= max && (one === '' || VALID.test(one));
      expect(textProblem(one, { min, max }) === undefined).toBe(isValid);
    }),
  );
});
