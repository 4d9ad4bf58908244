import { plainToInstance } from 'class-transformer';
import { Allow, IsIn, Max, ValidateIf, ValidateNested, validateSync } from 'class-validator';
import fc from 'fast-check';
import { CursorQuery, toCursor } from '../cursor.js';
import { PageQuery } from '../page.js';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  ListField,
  Obeys,
  QueryBooleanField,
  QueryTimestampField,
  TextField,
  UrlField,
} from './fields.js';
import { obeysRules } from './obeys-rules.js';
import { instantiate, isParsed, pickDeclared, type RequestClass } from './shape.js';

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
  @Obeys((choices) =>
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
  [CursorQuery, bodyOf({ limit: often(['1', '1000']), after: often([toCursor({ at: new Date(0), id: ID })]) })],
];

const findsNoErrors = (instance: object) => validateSync(instance, { forbidUnknownValues: false }).length === 0;

describe('obeysRules', () => {
  it.each(CLASSES)('of %p says yes exactly where class-validator finds no errors', (type, body) => {
    const answers: boolean[] = [];
    const property = fc.property(body, (sent) => {
      const picked = pickDeclared(type, sent, '', []);
      const instance = isParsed(type) ? plainToInstance(type, picked) : instantiate(type, picked);
      const answer = obeysRules(instance);
      answers.push(answer);
      expect(answer).toBe(findsNoErrors(instance));
    });
    // The same bodies in every run: what follows looks at how many of them are in order.
    fc.assert(property, { numRuns: 1_000, seed: 1 });
    // Both are asked for often enough.
    for (const wanted of [true, false])
      expect(answers.filter((answer) => answer === wanted).length).toBeGreaterThan(20);
  });

  it('looks at the rules of a class-validator decorator as at its own', () => {
    class Foreign {
      @Max(3)
      @IsIn([1, 5])
      number = 1;
    }
    const answers = [1, 2, 5].map((number) => obeysRules(Object.assign(new Foreign(), { number })));
    expect(answers).toEqual([true, false, false]);
  });

  it('never says yes for a class with rules of a kind that it does not know', () => {
    class Each {
      @IsIn([1, 2], { each: true })
      numbers = [1];
    }
    class Inner {
      @Max(3)
      number = 1;
    }
    class One {
      @ValidateNested()
      inner = new Inner();
    }
    class Allowing {
      @Allow()
      anything = 1;
    }
    class Outer {
      @ListField(() => Each, { min: 1, max: 3 })
      list = [new Each()];
    }
    const instances = [new Each(), new One(), new Allowing(), new Outer()];
    expect(instances.map(findsNoErrors)).toEqual([true, true, true, true]);
    expect(instances.map(obeysRules)).toEqual([false, false, false, false]);
  });
});
