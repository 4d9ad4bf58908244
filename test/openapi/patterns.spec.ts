// Clients compile the patterns of the description in many languages.
import backoffice from '../../apps/api/openapi.backoffice.json' with { type: 'json' };
import openApi from '../../apps/api/openapi.json' with { type: 'json' };

const ID = '019b76da-a800-7000-8000-000000000001';

const SAMPLES = [
  ...[
    '',
    ' ',
    'a',
    'Capitals',
    'pCs',
    'Ps\u0301',
    '\u65e5\u672c',
    '\ud83e\udd89',
    '\ud83e',
    '\0',
    '\x7f',
    '\u00a0',
    '\n',
    'a\nb',
  ],
  ...[ID, ID.toUpperCase(), `${ID},${ID}`, `${ID},`, `${ID}0`, '\u0660\u0661\u0662\u0663'],
  ...[
    '2999-01-01T00:00:00Z',
    '2999-01-01T00:00:00.5-02:00',
    '2999-01-01T00:00+02:00',
    '2999-1-01T00:00Z',
    '2999-01-01',
  ],
  ...[
    'https://example.com/\u65e5',
    'HTTP://a',
    'http\u017f://a',
    '//a',
    'https:a',
    'ada@example.com',
    'a@b@c',
    'a b@c',
    '@',
  ],
  ...['key-1', '!~', 'a'.repeat(256), 'email,displayName', 'question,,answer', 'email;role', 'Email'],
];

/** All patterns of a document, each with the examples beside it. */
const patterns = new Map<string, unknown[]>();
const collect = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  const { pattern, example, examples = [] } = value as { pattern?: unknown; example?: unknown; examples?: unknown };
  if (typeof pattern === 'string')
    patterns.set(pattern, [...(patterns.get(pattern) ?? []), ...[example, examples].flat()]);
  Object.values(value).forEach(collect);
};
collect(openApi);
collect(backoffice);

const accepted = (pattern: RegExp, samples: readonly string[]) => samples.filter((sample) => pattern.test(sample));

it('the description has patterns', () => {
  expect(patterns.size).toBeGreaterThan(5);
});

describe.each([...patterns])('the pattern %s', (pattern, found) => {
  // JSON Schema 2020-12, 6.4. Escapes are read differently: \\p needs the flag `u`, and \\s and \\d have other characters in Python and RE2.
  it('has no escape and no group with a flag, so that every language reads it the same', () => {
    expect(pattern).not.toMatch(/\\|\(\?/);
  });

  it('accepts the same texts with and without the flags `u` and `v`', () => {
    const plain = accepted(new RegExp(pattern), SAMPLES);
    expect(accepted(new RegExp(pattern, 'u'), SAMPLES)).toEqual(plain);
    expect(accepted(new RegExp(pattern, 'v'), SAMPLES)).toEqual(plain);
    expect(plain.length).toBeGreaterThan(0);
    expect(plain.length).toBeLessThan(SAMPLES.length);
  });

  it('accepts its examples', () => {
    const examples = found.filter((example) => typeof example === 'string');
    expect(accepted(new RegExp(pattern), examples)).toEqual(examples);
  });
});
