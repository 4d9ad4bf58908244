import { plainToInstance, Transform, type TransformFnParams, Type } from 'class-transformer';
import { IsLowercase, IsString, ValidateNested } from 'class-validator';
import fc from 'fast-check';
import { EmptyBody, ValidationFailed } from '../http.errors.js';
import { PageQuery } from '../page.js';
import { BooleanField, IntegerField, ListField, TextField, ValidateWith, WordsField } from './fields.js';
import { RequestPipe } from './request.pipe.js';
import { IgnoresFields } from './request-class.js';

@IgnoresFields('id')
class Item {
  @TextField({ min: 1, max: 5 })
  text!: string;

  @BooleanField({ optional: true })
  isCorrect = false;
}

@IgnoresFields('id', 'createdAt')
class Body {
  @TextField({ min: 1, max: 5, trim: true })
  title!: string;

  @IntegerField({ min: 1, max: 9, optional: true, nullable: true })
  count: number | null = 3;

  @ListField(() => Item, { min: 1, max: 3 })
  items!: Item[];
}

class LongerBody extends Body {
  @TextField({ min: 0, max: 5 })
  note!: string;
}

const pipe = new RequestPipe();
const parse = (body: unknown, metatype: typeof Body = Body) => pipe.transform(body, { type: 'body', metatype }) as Body;
const parseQuery = (query: object) => pipe.transform(query, { type: 'query', metatype: PageQuery }) as PageQuery;

function problemsOf(work: () => unknown): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof ValidationFailed) return error.message.split('; ');
    throw error;
  }
}

const items = [{ text: 'a' }];

describe('a body', () => {
  it('becomes an instance of its class, with defaults and without ignored fields', () => {
    const body = parse({ title: ' a ', items: [{ text: ' a ', id: { any: 'thing' } }], id: 1, createdAt: [[]] });
    expect(body).toBeInstanceOf(Body);
    expect(body.items[0]).toBeInstanceOf(Item);
    expect(body).toEqual({ title: 'a', count: 3, items: [{ text: ' a ', isCorrect: false }] });
  });

  it('may have null if that is allowed', () => {
    expect(parse({ title: 'a', count: null, items }).count).toBeNull();
  });

  it('has the fields of a class that its class extends', () => {
    expect(problemsOf(() => parse({ items }, LongerBody))).toEqual([
      'note: must be a string',
      'title: must be a string',
    ]);
    expect(problemsOf(() => parse({ title: 'a', items, note: '' }))).toEqual(['note: unknown field']);
  });

  it('that is missing is empty', () => {
    expect(() => parse(undefined)).toThrow(EmptyBody);
    expect(() => pipe.transform(undefined, { type: 'body', metatype: Buffer })).toThrow(EmptyBody);
  });

  it.each([null, 1, 'text', true, [], [{ title: 'a', items }]])('that is no object is rejected: %j', (body) => {
    expect(problemsOf(() => parse(body))).toEqual(['body: must be an object']);
  });

  it.each<[string[], object]>([
    [['title: must be a string', 'items: must be a list'], {}],
    [['title: must be a string', 'items: must be a list'], { title: 1, items: 'a' }],
    [['title: must be a string', 'items: must be a list'], { title: { a: 1 }, items: { a: 1 } }],
    [['title: must be a string'], { title: ['a'], items }],
    [['title: must be a string'], { title: null, items }],
    [['count: must be an integer', 'title: must have 1 to 5 characters'], { title: '', count: [1], items }],
    [['items: must have 1 to 3 items'], { title: 'a', items: [] }],
    [['items: must have at most 3 items'], { title: 'a', items: [...items, ...items, ...items, ...items] }],
    [['items[1]: must be an object', 'items[2]: must be an object'], { title: 'a', items: [...items, null, []] }],
    [['items[0].text: must be a string'], { title: 'a', items: [{}] }],
    [['items[1].isCorrect: must be true or false'], { title: 'a', items: [...items, { text: 'a', isCorrect: 'yes' }] }],
    [['items[0].text: must be a string'], { title: 'a', items: [{ text: { toString: 'a' } }] }],
    [
      ['color: unknown field', 'items[0].color: unknown field'],
      { title: 'a', color: 1, items: [{ text: 'a', color: 1 }] },
    ],
    [['items[0].createdAt: unknown field'], { title: 'a', items: [{ text: 'a', createdAt: 1 }] }],
  ])('is rejected with the paths of its fields: %j', (problems, body) => {
    expect(problemsOf(() => parse(body))).toEqual(problems);
  });

  it('cannot reach a prototype', () => {
    const body: unknown = JSON.parse(
      '{"title":"a","items":[{"text":"a"}],"__proto__":{"admin":true},"constructor":{}}',
    );
    expect(problemsOf(() => parse(body))).toEqual(['__proto__: unknown field', 'constructor: unknown field']);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('shows at most ten problems, and of a name at most 100 characters', () => {
    const fields = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`${index}`.padStart(200, 'x'), 1]));
    const problems = problemsOf(() => parse(fields));
    expect(problems).toHaveLength(10);
    expect(new Set(problems)).toEqual(new Set([`${'x'.repeat(100)}: unknown field`]));
  });

  it('is not validated beyond ten problems', () => {
    let checks = 0;
    class Counted {
      @ValidateWith(() => {
        checks++;
        return 'is wrong';
      })
      @TextField({ min: 0, max: 5 })
      text!: string;
    }
    class Counting {
      @ListField(() => Counted, { min: 0, max: 1_000 })
      items!: Counted[];
    }
    const parts = Array.from({ length: 1_000 }, () => ({ text: '' }));
    expect(problemsOf(() => pipe.transform({ items: parts }, { type: 'body', metatype: Counting }))).toHaveLength(10);
    // class-validator asks for the message of a broken rule again.
    expect(checks).toBe(20);
    const looked = jest.fn();
    const fields = Array.from({ length: 1_000 }, () =>
      Object.defineProperty({}, 'x', { get: looked, enumerable: true }),
    );
    expect(problemsOf(() => pipe.transform({ items: fields }, { type: 'body', metatype: Counting }))).toHaveLength(10);
    expect(looked).toHaveBeenCalledTimes(10);
  });

  it('shows ten problems besides those that follow from others', () => {
    const broken = [1, 1, 1, { text: 'too long', isCorrect: 1, color: 1 }];
    class Many {
      @ListField(() => Item, { min: 1, max: 10 })
      items!: Item[];
    }
    const problems = problemsOf(() => pipe.transform({ items: broken }, { type: 'body', metatype: Many }));
    expect(problems).toEqual([
      ...[0, 1, 2].map((index) => `items[${index}]: must be an object`),
      'items[3].color: unknown field',
      'items[3].text: must have 1 to 5 characters',
      'items[3].isCorrect: must be true or false',
    ]);
  });

  it.each(['title', 'count', 'items', 'id', 'color'])('may be nested deeply at %s', (name) => {
    const depth = 100_000;
    const deep: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    const [problem, ...more] = problemsOf(() => parse({ title: 'a', items, [name]: deep }));
    expect([problem?.split(/[:[]/)[0], more]).toEqual([name === 'id' ? undefined : name, []]);
  });
});

describe('a list of words', () => {
  class Labels {
    @WordsField({ max: 2, optional: true })
    labels?: string[];
  }
  const parseLabels = (labels: unknown) => pipe.transform({ labels }, { type: 'body', metatype: Labels });

  it('has different ones', () => {
    expect(parseLabels(['a', 'c'])).toEqual({ labels: ['a', 'c'] });
    expect(parseLabels(undefined)).toEqual({ labels: undefined });
  });

  it.each([
    ['must be a list', 'a'],
    ['must be a list', { a: 1 }],
    ['must be a list', null],
    ['must have 1 to 2 items', []],
    ['must have at most 2 items', ['a', 'b', 'c']],
    ['each item must be a string', ['a', 1]],
    ['each item must be a string', ['a', ['b']]],
    ['must not name a word twice', ['a', 'a']],
  ])('%s: %j', (problem, labels) => {
    const [first, ...more] = problemsOf(() => parseLabels(labels));
    expect([first?.startsWith(`labels: ${problem}`), more]).toEqual([true, []]);
  });
});

/** No field of it is parsed, nor of its items. */
class Plain {
  @TextField({ min: 0, max: 5, optional: true })
  title = 'none';

  @IntegerField({ min: 1, max: 9, optional: true, nullable: true })
  count: number | null = 3;

  @ListField(() => Item, { min: 0, max: 3 })
  items: Item[] = [];
}

class PlainOfPlain extends Plain {
  @ListField(() => Plain, { min: 0, max: 3 })
  parts!: Plain[];
}

/** Parsed in its items alone. */
class PlainOfBodies {
  @ListField(() => Body, { min: 0, max: 3 })
  bodies!: Body[];
}

/** With decorators of class-transformer beside those of the fields. */
class Transformed extends Plain {
  @TextField({ min: 0, max: 5, optional: true })
  @Transform(({ value }: TransformFnParams): unknown => (value === 'a' ? 'b' : value))
  override title = 'none';

  @ListField(() => Item, { min: 0, max: 3 })
  @Transform(({ value }: TransformFnParams): unknown => (Array.isArray(value) ? value.toReversed() : value))
  override items: Item[] = [];
}

describe('an instance', () => {
  const value = fc.constantFrom<unknown>('a', ' a ', '', 'too long', 1, 10, null, true, '1', []);
  const bodyOf = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
  const listOf = (item: fc.Arbitrary<object>) => fc.oneof(fc.array(item, { maxLength: 3 }), value);
  const item = bodyOf({ text: value, isCorrect: value });
  const fields = { title: value, count: value, items: listOf(item) };

  const VALID = { title: ' a ', items: [{ text: ' b ' }, { text: 'c', isCorrect: true }] };

  it.each([
    [Item, item, { text: 'a' }],
    [Plain, bodyOf(fields), VALID],
    [PlainOfPlain, bodyOf({ ...fields, parts: listOf(bodyOf(fields)) }), { ...VALID, parts: [VALID, {}] }],
    [Body, bodyOf(fields), VALID],
    [LongerBody, bodyOf({ ...fields, note: value }), { ...VALID, note: '' }],
    [PlainOfBodies, bodyOf({ bodies: listOf(bodyOf(fields)) }), { bodies: [VALID] }],
    [Transformed, bodyOf(fields), VALID],
  ] as const)('is made as class-transformer makes it: %p', (type, body, valid) => {
    let taken = 0;
    const property = fc.property(body, (sent) => {
      problemsOf(() => {
        const instance = pipe.transform(structuredClone(sent), { type: 'body', metatype: type });
        expect(instance).toStrictEqual(plainToInstance(type as new () => object, sent));
        taken++;
      });
    });
    fc.assert(property, { numRuns: 300, examples: [[valid as object]] });
    expect(taken).toBeGreaterThan(0);
  });
});

describe('a query', () => {
  it('has numbers in decimal digits, or its defaults', () => {
    expect(parseQuery({})).toMatchObject({ page: 1, limit: 30, size: 30, offset: 0 });
    expect(parseQuery({ page: '3', limit: '020' })).toMatchObject({ page: 3, limit: 20, size: 20, offset: 40 });
    expect(parseQuery({ limit: '101' })).toMatchObject({ limit: 101, size: 100 });
    expect(parseQuery({ page: '9007199254740991' }).page).toBe(9_007_199_254_740_991);
  });

  it.each([
    '',
    ' ',
    '0',
    '-1',
    '+1',
    '1.0',
    '1e1',
    '0x1',
    '1 ',
    '١',
    'one',
    'null',
    '9007199254740992',
    '9'.repeat(400),
  ])('rejects %j as a number', (page) => {
    expect(problemsOf(() => parseQuery({ page }))).toEqual(['page: must be a whole number from 1 to 9007199254740991']);
  });

  it('says how many items are returned at most', () => {
    expect(problemsOf(() => parseQuery({ limit: '0' }))).toEqual([
      'limit: must be a whole number from 1 to 9007199254740991, and at most 100 are returned',
    ]);
  });

  it('rejects a repeated parameter, and one in brackets', () => {
    expect(problemsOf(() => parseQuery({ page: ['1', '2'] }))).toEqual(['page: must be one number']);
    expect(problemsOf(() => parseQuery({ 'page[]': '1', 'limit[gte]': '1' }))).toEqual([
      'page: must not be given in brackets',
      'limit: must not be given in brackets',
    ]);
  });

  it('ignores unknown parameters', () => {
    const unknown = JSON.parse('{"__proto__":"1","constructor":"1","pages":"0","pag":"0","Page":"0"}') as object;
    expect(parseQuery({ ...unknown, 'x[page]': '1' })).toEqual(new PageQuery());
  });

  it('rejects a parameter that nearly is another one, before it validates the others', () => {
    class FilterQuery extends PageQuery {
      @TextField({ min: 0, max: 9, optional: true })
      search?: string;
    }
    const parse = (query: object) => pipe.transform(query, { type: 'query', metatype: FilterQuery });
    expect(problemsOf(() => parse({ page: '0', serch: 'x' }))).toEqual([
      'Unknown query parameter "serch": did you mean "search"?',
    ]);
    expect(parse({ research2: 'x' })).toEqual(new FilterQuery());
  });
});

describe('a class with decorators of class-validator', () => {
  class Inner {
    @IsString()
    name!: string;
  }

  class Outer {
    @ValidateNested()
    @Type(() => Inner)
    inner!: Inner;
  }

  @IgnoresFields('id')
  class Mixed {
    @TextField({ min: 1, max: 5 })
    @IsLowercase()
    title!: string;
  }

  class HoldsMixed {
    @ListField(() => Mixed, { min: 1, max: 2 })
    parts!: Mixed[];
  }

  const accept = (metatype: new () => object, body: unknown) =>
    new Promise((resolve) => resolve(pipe.transform(body, { type: 'body', metatype })));

  it('is validated even if it only nests another', async () => {
    await expect(accept(Outer, { inner: { name: 'a' } })).resolves.toEqual({ inner: { name: 'a' } });
    await expect(accept(Outer, { inner: { name: 1 } })).rejects.toThrow('inner.name: must be a string');
    await expect(accept(Outer, { inner: 1 })).rejects.toThrow('inner: must be an object');
  });

  it('may have @Transform that expects a text', () => {
    class Trimmed {
      @TextField({ min: 1, max: 5 })
      @Transform(({ value }: { value: string }) => value.trim())
      title!: string;
    }
    expect(pipe.transform({ title: ' a ' }, { type: 'body', metatype: Trimmed })).toEqual({ title: 'a' });
    expect(problemsOf(() => pipe.transform({ title: 5 }, { type: 'body', metatype: Trimmed }))).toEqual([
      'request: a field has a value of another kind',
    ]);
  });

  it('may have field decorators too, and fields that are ignored', async () => {
    await expect(accept(HoldsMixed, { parts: [{ title: 'a', id: 1 }] })).resolves.toEqual({ parts: [{ title: 'a' }] });
    await expect(accept(HoldsMixed, { parts: [{ title: 'A', color: 'red' }] })).rejects.toThrow(
      'parts[0].color: unknown field; parts[0].title: must be a lowercase string',
    );
    await expect(accept(HoldsMixed, { parts: [] })).rejects.toThrow('parts: must have 1 to 2 items');
  });
});

it('a value of a class without fields is unchanged', () => {
  const value = { any: 'thing' };
  expect(pipe.transform(value, { type: 'body', metatype: Object })).toBe(value);
  expect(pipe.transform(value, { type: 'custom', metatype: Body })).toBe(value);
  expect(pipe.transform(value, { type: 'body', metatype: Body, data: 'title' })).toBe(value);
  expect(pipe.transform(value, { type: 'body' })).toBe(value);
});
