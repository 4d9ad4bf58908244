import {
  Allow,
  IsDefined,
  IsEmail,
  IsIn,
  IsOptional,
  Length,
  Max,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  ValidatePromise,
  validateSync,
  type ValidationError,
} from 'class-validator';
import fc from 'fast-check';
import { CursorQuery, toCursor } from '../cursor.js';
import { PageQuery } from '../page.js';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  ListField,
  ValidateWith,
  QueryBooleanField,
  QueryTimestampField,
  TextField,
  UrlField,
} from './fields.js';
import { pickDeclared } from './pick.js';
import { IgnoresFields, type RequestClass } from './request-class.js';
import { type Problem, validate } from './validate.js';

class Choice {
  @TextField({ min: 1, max: 5 })
  text!: string;

  @BooleanField({ optional: true })
  isCorrect = false;
}

class Part {
  @UrlField({ optional: true, nullable: true })
  url: string | null = null;

  @ListField(() => Choice, { min: 1, max: 3 })
  @ValidateWith((choices) =>
    Array.isArray(choices) && choices.some((choice: Partial<Choice> | undefined) => choice?.isCorrect === true)
      ? undefined
      : 'one must be correct',
  )
  choices!: Choice[];
}

class Whole {
  @TextField({ min: 0, max: 4 })
  title!: string;

  @IntegerField({ min: 1, max: 9, optional: true, nullable: true })
  count: number | null = 3;

  @IdField({ optional: true })
  id?: string;

  @ListField(() => Part, { min: 0, max: 2 })
  parts!: Part[];
}

class Longer extends Whole {
  @ChoiceField({ of: ['one', 'two'] })
  kind!: string;

  @TextField({ min: 1, max: 4, trim: true })
  declare title: string;

  @IntegerField({ min: 1, max: 9 })
  @ValidateIf(({ kind }: Longer) => kind === 'two')
  onlyOfTwo?: number;
}

class Filter extends PageQuery {
  @QueryBooleanField({ description: 'Whether' })
  isOpen?: boolean;

  @QueryTimestampField({ description: 'Since', example: '2026-01-01T00:00:00Z' })
  since?: string;
}

const ID = '019b76da-a800-7000-8000-000000000001';

/** Values that fields take, and ones that they do not. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    'a',
    'one',
    'two',
    'https://example.com',
    ID,
    1,
    9,
    true,
    false,
    '1',
    'true',
    '2026-01-01T00:00:00Z',
  ),
  fc.constantFrom<unknown>('', ' ', ' a ', 'abcdef', '\ud800', ID.toUpperCase(), 0, 10, 1.5, null, undefined, '0', 'x'),
);
const often = (of: unknown[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...of) }, { weight: 1, arbitrary: value });
const listOf = (item: fc.Arbitrary<object>, max: number) =>
  fc.oneof({ weight: 6, arbitrary: fc.array(item, { minLength: 1, maxLength: max }) }, { weight: 1, arbitrary: value });
/** Bodies with any of the fields left out now and then. */
const bodyOf = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.record(fields) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  );

const choice = bodyOf({ text: often(['a', 'bc']), isCorrect: often([true, true, false]) });
const part = bodyOf({ url: often(['https://example.com', null]), choices: listOf(choice, 4) });
const whole = { title: often(['a', 'b']), count: often([1, 9, null]), id: often([ID]), parts: listOf(part, 2) };
const page = { page: often(['1', '2']), limit: often(['1', '1000']) };

const CLASSES: [RequestClass & (new () => object), fc.Arbitrary<object>][] = [
  [Choice, choice],
  [Part, part],
  [Whole, bodyOf(whole)],
  [Longer, bodyOf({ ...whole, kind: often(['one', 'two']), onlyOfTwo: often([1, 0]) })],
  [PageQuery, bodyOf(page)],
  [Filter, bodyOf({ ...page, isOpen: often(['true', 'false']), since: often(['2026-01-01T00:00:00Z']) })],
  [
    CursorQuery,
    bodyOf({
      limit: often(['1', '1000']),
      cursor: often([toCursor({ at: new Date(0), id: ID }), toCursor({ at: new Date(0), id: ID, value: 1 })]),
    }),
  ],
];

/** The problems that class-validator itself finds, field by field. */
function errorsOf(instance: object): Problem[] {
  const problemsOf = (errors: ValidationError[], parent: string): Problem[] =>
    errors.flatMap(({ property, constraints = {}, children = [] }) => {
      const path = /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;
      const { nestedValidation, ...rules } = constraints;
      const texts = Object.values(rules);
      if (texts.length === 0 && nestedValidation !== undefined) texts.push('must be an object');
      const own = texts.map((text) => ({
        path: path.slice(1),
        message: text.replace(new RegExp(`^${property} `), '').replace(`each value in ${property} `, 'each value '),
      }));
      return [...own, ...problemsOf(children, path)];
    });
  return problemsOf(validateSync(instance, { forbidUnknownValues: false }), '');
}

describe('validate', () => {
  it.each(CLASSES)('finds the same problems as class-validator in %p', (type, body) => {
    const counts: number[] = [];
    const property = fc.property(body, (sent) => {
      const instance = pickDeclared(type, sent, '', []);
      const problems = validate(instance, 'absent');
      expect(problems).toEqual(errorsOf(instance));
      counts.push(problems.length);
    });
    // The same bodies in every run, because the test counts the valid ones.
    fc.assert(property, { numRuns: 1_000, seed: 1 });
    for (const isValid of [true, false])
      expect(counts.filter((count) => (count === 0) === isValid).length).toBeGreaterThan(20);
  });

  it('supports plain decorators of class-validator', () => {
    class Inner {
      @Max(3)
      number = 4;
    }
    class Plain {
      @Max(3, { message: '$property of $target is $value, above $constraint1' })
      @IsIn([1, 5])
      number = 7;
      @IsIn([1, 2], { each: true })
      list = [1, 3];
      @IsIn([1, 2], { each: true })
      set = new Set([2]);
      @ValidateNested()
      inner = new Inner();
      @ValidateNested({ each: true })
      inners: unknown[] = [new Inner(), 5];
      @ValidateNested()
      scalar = 5;
      @Max(3)
      @IsOptional()
      absent?: number;
      @Max(3, { validateIf: (_, value) => value !== 9 })
      excused = 9;
      @IsDefined()
      @IsOptional()
      undefined?: number;
      @Length(2, 3)
      text = 'long text';
      @IsEmail({}, { message: ({ value }) => `knows no ${String(value)}` })
      email = 'ada';
      @Allow()
      anything = 1;
    }
    const plain = new Plain();
    expect(validate(plain, 'rejected')).toEqual(errorsOf(plain));
    expect(validate(plain, 'rejected')).toContainEqual({ path: 'number', message: 'of Plain is 7, above 3' });
  });

  it.each([true, undefined])('rejects a class with an asynchronous rule (async: %s)', (isAsync) => {
    const isFree = { validate: () => Promise.resolve(true), defaultMessage: () => 'is taken' };
    class Slow {
      @ValidateBy({ name: 'isFree', ...(isAsync && { async: true }), validator: isFree })
      alias = 1;
    }
    const message = 'Slow.alias: the rule isFree is asynchronous, check it in the handler';
    expect(() => validate(new Slow(), 'rejected')).toThrow(message);
  });

  it.each(['rejected', 'removed'] as const)('has unknown properties %s, and ignored ones removed', (unknown) => {
    @IgnoresFields('id')
    class Known {
      @IsIn([1])
      known = 1;
    }
    const instance = Object.assign(new Known(), { id: 1, color: 'red' });
    expect(validate(instance, unknown)).toEqual(
      unknown === 'removed' ? [] : [{ path: 'color', message: 'unknown field' }],
    );
    expect(instance).toEqual(unknown === 'removed' ? { known: 1 } : { known: 1, color: 'red' });
  });

  it('rejects a class with a rule of a kind that requests do not have', () => {
    class Promised {
      @ValidatePromise()
      later = 1;
    }
    expect(() => validate(new Promised(), 'absent')).toThrow('Promised.later: a request has no promiseValidation');
  });
});
