import fc from 'fast-check';
import { textProblem, textSchema, trimmedTextSchema } from './text-rule.js';

interface Keywords {
  minLength: number;
  maxLength?: number;
  pattern: string;
}

/** The result of a JSON Schema validator. */
function fits({ minLength, maxLength = Infinity, pattern }: Keywords, text: string): boolean {
  const length = [...text].length;
  return length >= minLength && length <= maxLength && new RegExp(pattern, 'u').test(text);
}

const characters = fc.constantFrom(
  ...'aß🦉 \t\n\v\f\r\0',
  ...'\u00a0\u1680\u2028\u3000\ufeff\u200b\u0085\u001c\ud83e\udd89',
);
const text = fc.array(characters, { maxLength: 8 }).map((list) => list.join(''));

describe.each([
  [0, 3],
  [1, 3],
  [2, 4],
  [3, 3],
])('the schema of a text of %i to %i characters', (min, max) => {
  const limits = { min, max };

  it('accepts the same texts as the rule', () => {
    const schema = textSchema(limits) as Keywords;
    fc.assert(fc.property(text, (one) => expect(fits(schema, one)).toBe(textProblem(one, limits) === undefined)));
  });

  it('accepts, for trimmed texts, those whose trimmed form the rule accepts', () => {
    const schema = trimmedTextSchema(limits) as Keywords;
    fc.assert(
      fc.property(text, (one) => expect(fits(schema, one)).toBe(textProblem(one.trim(), limits) === undefined)),
    );
  });
});
