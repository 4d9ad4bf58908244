import { ValidationFailed } from '../http.errors.js';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  isId,
  LanguageField,
  TextField,
  TextsField,
  TimeField,
  UrlField,
  ValidateWith,
} from './fields.js';
import { RequestPipe } from './request.pipe.js';

class Everything {
  @TextField({ min: 2, max: 4, optional: true })
  text?: string;

  @TextField({ min: 0, max: 4, optional: true })
  emptyText?: string;

  @TextField({ min: 1, max: 4, optional: true, trim: true })
  trimmed?: string;

  @UrlField({ optional: true, nullable: true })
  url?: string | null;

  @IdField({ optional: true })
  id?: string;

  @IntegerField({ min: -1, max: 1_000, optional: true })
  integer?: number;

  @BooleanField({ optional: true })
  boolean?: boolean;

  @ChoiceField({ of: ['one', 'two'], optional: true })
  choice?: string;

  @IntegerField({ min: 0, max: 10, optional: true })
  @ValidateWith((value) => (value === 7 ? 'must not be seven' : undefined))
  ruled?: number;

  @TextsField({ max: 3, each: { min: 1, max: 4 }, optional: true })
  texts?: string[];

  @TimeField({ optional: true, nullable: true })
  time?: Date | null;

  @LanguageField({ optional: true })
  language?: string;
}

const pipe = new RequestPipe();

/** The accepted value of a field, or its problem. */
function take(name: keyof Everything, value: unknown): unknown {
  try {
    return (pipe.transform({ [name]: value }, { type: 'body', metatype: Everything }) as Everything)[name];
  } catch (error) {
    if (error instanceof ValidationFailed) return error;
    throw error;
  }
}

const LONGEST_URL = `https://example.com/${'a'.repeat(2_028)}`;
const ID = '019b76da-a800-7000-8000-000000000001';

describe('a field', () => {
  it.each<[keyof Everything, unknown]>([
    ['text', 'ab'],
    ['text', '  a '],
    ['text', '😀😀😀😀'],
    ['text', 'e\u0301\u200d\ufeff'],
    ['text', undefined],
    ['emptyText', ''],
    ['url', 'https://user@example.com:8443/a/b.png?c=d&e#f'],
    ['url', LONGEST_URL],
    ['url', null],
    ['id', ID],
    ['integer', -1],
    ['integer', 0],
    ['integer', 1_000],
    ['integer', 1.0],
    ['boolean', true],
    ['boolean', false],
    ['choice', 'two'],
    ['ruled', 6],
  ])('%s accepts %j unchanged', (name, value) => {
    expect(take(name, value)).toBe(value);
  });

  it.each([
    ['http://a', 'http://a/'],
    ['HTTPS://user@EXAMPLE.com:443/a', 'https://user@example.com/a'],
    ['https://example.com/ä%20ö', 'https://example.com/%C3%A4%20%C3%B6'],
    [`https://a.b/aa${'日'.repeat(226)}`, `https://a.b/aa${'%E6%97%A5'.repeat(226)}`],
  ])('url converts %j to its normal form', (value, normal) => {
    expect(take('url', value)).toBe(normal);
  });

  it.each<[keyof Everything, unknown, unknown]>([
    ['texts', [' ab ', 'AB', 'c'], ['ab', 'c']],
    ['texts', [], []],
    ['time', '2036-01-31T19:00+01:00', new Date('2036-01-31T18:00:00Z')],
    ['time', null, null],
    ['language', 'DE-at', 'de-AT'],
  ])('%s converts %j', (name, value, converted) => {
    expect(take(name, value)).toEqual(converted);
  });

  it('that is trimmed is measured afterwards', () => {
    expect(take('trimmed', ' \t\n  abcd \u00a0\u2028')).toBe('abcd');
  });

  const LENGTH = 'must have 2 to 4 characters';
  const UNICODE = 'must be well-formed Unicode without U+0000';
  const encoded = (length: number) =>
    `must have at most 2048 characters in its percent-encoded form, which has ${length}`;
  const URL = 'must be an absolute http or https URL';
  const UUID = 'must be an id (a UUID in lower case)';
  const INTEGER = 'must be an integer from -1 to 1000';
  const CHOICE = 'must be one of one, two';
  const TIME = 'must be an ISO 8601 timestamp';
  const LANGUAGE = 'must be a language tag of BCP 47';

  it.each<[keyof Everything, unknown, string]>([
    ['text', null, 'must be a string'],
    ['text', 12, 'must be a string'],
    ['text', false, 'must be a string'],
    ['text', 'a', LENGTH],
    ['text', '😀', LENGTH],
    ['text', '😀😀😀😀😀', LENGTH],
    ['text', 'a'.repeat(1_000_000), LENGTH],
    ['text', '   ', 'must not be blank'],
    ['text', '\u00a0\u3000\t', 'must not be blank'],
    ['text', 'a\0b', UNICODE],
    ['text', 'ab\ud800', UNICODE],
    ['text', '\udc00\ud800', UNICODE],
    ['trimmed', '    ', 'must have 1 to 4 characters'],
    ['url', '', 'must have 1 to 2048 characters'],
    ['url', `${LONGEST_URL}a`, 'must have 1 to 2048 characters'],
    ['url', `https://a.b/aaa${'日'.repeat(226)}`, encoded(2_049)],
    ['url', `https://a.b?${'a'.repeat(2_036)}`, encoded(2_049)],
    ['url', `https://a.b/${'日'.repeat(1_000)}`, encoded(9_012)],
    ['url', 12, 'must be a string'],
    ['url', 'example.com/a.png', URL],
    ['url', '//example.com/a.png', URL],
    ['url', '/a.png', URL],
    ['url', 'http:', URL],
    ['url', 'http://', URL],
    ['url', 'https:example.com', URL],
    ['url', 'https:/example.com', URL],
    ['url', 'https:\\\\example.com', URL],
    ['url', 'https://example.com:99999', URL],
    ['url', 'https://exa mple.com', URL],
    ['url', ' https://example.com', URL],
    ['url', 'https://example.com/\n', URL],
    ['url', 'ftp://example.com/a.png', URL],
    ['url', 'javascript:alert(1)', URL],
    ['url', 'data:image/png;base64,AAAA', URL],
    ['url', 'https://example.com/\ud800', UNICODE],
    ['id', 1, 'must be a string'],
    ['id', ID.toUpperCase(), UUID],
    ['id', ID.replaceAll('-', ''), UUID],
    ['id', `${ID}\n`, UUID],
    ['id', `{${ID}}`, UUID],
    ['integer', '1', INTEGER],
    ['integer', 1.5, INTEGER],
    ['integer', -2, INTEGER],
    ['integer', 1_001, INTEGER],
    ['integer', NaN, INTEGER],
    ['integer', Infinity, INTEGER],
    ['integer', true, INTEGER],
    ['integer', null, INTEGER],
    ['boolean', 0, 'must be true or false'],
    ['boolean', 'true', 'must be true or false'],
    ['boolean', null, 'must be true or false'],
    ['choice', 'ONE', CHOICE],
    ['choice', 'constructor', CHOICE],
    ['choice', 0, CHOICE],
    ['texts', 'ab', 'must be a list'],
    ['texts', ['a', 'b', 'c', 'A'], 'must have at most 3 items'],
    ['texts', ['abcde'], 'each item must have 1 to 4 characters'],
    ['texts', [' '], 'each item must have 1 to 4 characters'],
    ['texts', ['a', 1], 'each item must be a string'],
    ['texts', ['a\0'], `each item ${UNICODE}`],
    ['time', '2036-02-30T00:00:00Z', TIME],
    ['time', '2036-01-31', TIME],
    ['time', 2_085_418_800_000, TIME],
    ['language', 'de-x', LANGUAGE],
    ['language', 'de_AT', LANGUAGE],
    ['language', 'd', 'must have 2 to 100 characters'],
    ['language', 1, 'must be a string'],
    ['ruled', 7, 'must not be seven'],
    ['ruled', 11, 'must be an integer from 0 to 10'],
  ])('%s rejects %.50j: %s', (name, value, problem) => {
    expect(take(name, value)).toEqual(new ValidationFailed([`${name}: ${problem}`]));
  });
});

it.each([
  [ID, true],
  [ID.toUpperCase(), false],
  [[ID], false],
  [undefined, false],
])('isId(%j) is %s', (value, expected) => {
  expect(isId(value)).toBe(expected);
});
