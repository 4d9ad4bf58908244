import type { OpenApiDocument, Schema, SchemaObject } from '../support/openapi/document.js';
import { schemaChanges } from '../support/openapi/schema-changes.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const a = object({ a: text }, { required: ['a'] });
const b = object({ b: text }, { required: ['b'] });

function object(properties: Record<string, Schema>, rest: SchemaObject = {}): SchemaObject {
  return { type: 'object', properties, ...rest };
}

function list(items: Schema): SchemaObject {
  return { type: 'array', items };
}

function description(schemas: Record<string, Schema>): OpenApiDocument {
  return { openapi: '3.1.1', info: { title: 'Quizzes', version: '1.0.0' }, components: { schemas } };
}

const documents = { before: description({ A: a }), after: description({ A: a }) };

function ofRequest(before: Schema, after: Schema): string[] {
  return schemaChanges({ ...documents, direction: 'request' }, before, after);
}

function ofResponse(before: Schema, after: Schema): string[] {
  return schemaChanges({ ...documents, direction: 'response' }, before, after);
}

describe('schema of a request', () => {
  const closed = { additionalProperties: false };
  const withEnum = (...values: unknown[]): Schema => ({ type: 'string', enum: values });

  it.each<[string, Schema, Schema, string[]]>([
    [
      'property newly required',
      object({ a: text }),
      object({ a: text }, { required: ['a'] }),
      ['property a now required'],
    ],
    ['required property added', object({}), object({ a: text }, { required: ['a'] }), ['property a now required']],
    ['property removed, others rejected', object({ a: text }, closed), object({}, closed), ['property a removed']],
    ['property removed, others ignored', object({ a: text }), object({}), []],
    [
      'property removed, others of a type',
      object({ a: text }),
      object({}, { additionalProperties: integer }),
      ['property a: type string → integer', 'property *: type any → integer'],
    ],
    [
      'other properties newly rejected',
      object({ a: text }),
      object({ a: text }, closed),
      ['additional properties removed'],
    ],
    [
      'unevaluated properties newly rejected',
      object({}),
      object({}, { unevaluatedProperties: false }),
      ['additional properties removed'],
    ],
    ['other properties newly accepted', object({ a: text }, closed), object({ a: text }), []],
    [
      'values of a map narrowed',
      object({}, { additionalProperties: { type: ['integer', 'null'] } }),
      object({}, { additionalProperties: integer }),
      ['property *: type integer | null → integer'],
    ],
    ['optional property added', object({ a: text }, closed), object({ a: text, b: text }, closed), []],
    ['property no longer required', object({ a: text }, { required: ['a'] }), object({ a: text }), []],
    ['property order changed', object({ a: text, b: text }), object({ b: text, a: text }), []],
    [
      'texts changed',
      { ...text, description: 'A', title: 'A' },
      { ...text, description: 'B', examples: ['x'], deprecated: true },
      [],
    ],

    ['type changed', text, integer, ['type string → integer']],
    ['null no longer accepted', { type: ['string', 'null'] }, text, ['type string | null → string']],
    ['null newly accepted', text, { type: ['string', 'null'] }, []],
    ['number narrowed', { type: 'number' }, integer, ['type number → integer']],
    ['number widened', integer, { type: 'number' }, []],
    ['type added to any', {}, text, ['type any → string']],
    ['type no longer limited', text, {}, []],
    ['nothing accepted', text, false, ['type string → none']],

    ['enum value removed', withEnum('a', 'b'), withEnum('a'), ['value "b" removed']],
    ['enum added', text, withEnum('a', 'b'), ['string now limited to "a", "b"']],
    ['enum value added', withEnum('a'), withEnum('a', 'b'), []],
    ['enum removed', withEnum('a'), text, []],
    ['const changed', { const: 'a' }, { const: 'b' }, ['value "a" removed']],
    [
      'null of an enum removed',
      { type: ['string', 'null'], enum: ['a', null] },
      withEnum('a'),
      ['type string | null → string'],
    ],

    ['maxLength lowered', { ...text, maxLength: 9 }, { ...text, maxLength: 8 }, ['maxLength 9 → 8']],
    ['maxLength added', text, { ...text, maxLength: 8 }, ['maxLength none → 8']],
    ['maxLength raised', { ...text, maxLength: 8 }, { ...text, maxLength: 9 }, []],
    ['maxLength removed', { ...text, maxLength: 8 }, text, []],
    ['minLength raised', { ...text, minLength: 1 }, { ...text, minLength: 2 }, ['minLength 1 → 2']],
    ['minLength lowered', { ...text, minLength: 2 }, { ...text, minLength: 1 }, []],
    ['minLength 0 added', text, { ...text, minLength: 0 }, []],
    ['maximum lowered', { ...integer, maximum: 9 }, { ...integer, maximum: 8 }, ['maximum 9 → 8']],
    ['maximum raised', { ...integer, maximum: 8 }, { ...integer, maximum: 9 }, []],
    ['minimum raised', { ...integer, minimum: 0 }, { ...integer, minimum: 1 }, ['minimum 0 → 1']],
    ['minimum 0 added', integer, { ...integer, minimum: 0 }, ['minimum none → 0']],
    ['minimum lowered', { ...integer, minimum: 1 }, { ...integer, minimum: 0 }, []],
    [
      'exclusiveMaximum lowered',
      { ...integer, exclusiveMaximum: 9 },
      { ...integer, exclusiveMaximum: 8 },
      ['exclusiveMaximum 9 → 8'],
    ],
    [
      'exclusiveMinimum raised',
      { ...integer, exclusiveMinimum: 0 },
      { ...integer, exclusiveMinimum: 1 },
      ['exclusiveMinimum 0 → 1'],
    ],
    ['multipleOf added', integer, { ...integer, multipleOf: 5 }, ['multipleOf none → 5']],
    ['maxItems lowered', { type: 'array', maxItems: 9 }, { type: 'array', maxItems: 8 }, ['maxItems 9 → 8']],
    ['minItems raised', { type: 'array', minItems: 1 }, { type: 'array', minItems: 2 }, ['minItems 1 → 2']],
    [
      'items unique',
      { type: 'array', uniqueItems: false },
      { type: 'array', uniqueItems: true },
      ['uniqueItems none → true'],
    ],
    ['items need not be unique', { type: 'array', uniqueItems: true }, { type: 'array', uniqueItems: false }, []],
    ['maxProperties added', { type: 'object' }, { type: 'object', maxProperties: 2 }, ['maxProperties none → 2']],
    ['pattern added', text, { ...text, pattern: '^a' }, ['pattern none → "^a"']],
    ['pattern changed', { ...text, pattern: '^a' }, { ...text, pattern: '^b' }, ['pattern "^a" → "^b"']],
    ['pattern removed', { ...text, pattern: '^a' }, text, []],
    ['format added', text, { ...text, format: 'uri' }, ['format none → "uri"']],
    ['format removed', { ...text, format: 'uri' }, text, []],
    ['format of an integer added', integer, { ...integer, format: 'int32' }, ['format none → "int32"']],
    [
      'format of an integer added that its limits are in',
      { ...integer, minimum: 0, maximum: 2_147_483_647 },
      { ...integer, minimum: 0, maximum: 2_147_483_647, format: 'int32' },
      [],
    ],
    ['not added', text, { ...text, not: { const: 'a' } }, ['not none → {"const":"a"}']],
    ['default changed', { ...integer, default: 1 }, { ...integer, default: 2 }, ['default 1 → 2']],
    [
      'default false changed',
      { type: 'boolean', default: false },
      { type: 'boolean', default: true },
      ['default false → true'],
    ],

    [
      'nested',
      object({ a: object({ b: text }) }),
      object({ a: object({ b: integer }) }),
      ['property a.b: type string → integer'],
    ],
    [
      'in items',
      object({ a: list(object({ b: text })) }),
      object({ a: list(object({ b: integer })) }),
      ['property a[].b: type string → integer'],
    ],
    ['type of items added', { type: 'array' }, list(text), ['property []: type any → string']],
  ])('%s', (_name, before, after, expected) => {
    expect(ofRequest(before, after)).toEqual(expected);
  });
});

describe('schema of a response', () => {
  it.each<[string, Schema, Schema, string[]]>([
    ['required property removed', object({ a: text }, { required: ['a'] }), object({}), ['property a removed']],
    ['optional property removed', object({ a: text }), object({}), ['property a removed']],
    [
      'property made optional',
      object({ a: text }, { required: ['a'] }),
      object({ a: text }),
      ['property a no longer required'],
    ],
    ['property made required', object({ a: text }), object({ a: text }, { required: ['a'] }), []],
    ['property added', object({ a: text }), object({ a: text, b: text }, { required: ['b'] }), []],
    [
      'property added to a closed object',
      object({}, { additionalProperties: false }),
      object({ a: text }, { additionalProperties: false }),
      [],
    ],
    ['other properties no longer given', object({}), object({}, { additionalProperties: false }), []],
    [
      'map removed',
      object({}, { additionalProperties: integer }),
      object({}, { additionalProperties: false }),
      ['additional properties removed'],
    ],
    [
      'values of a map widened',
      object({}, { additionalProperties: integer }),
      object({}),
      ['property *: type integer → any'],
    ],

    ['type changed', text, integer, ['type string → integer']],
    ['null added', text, { type: ['string', 'null'] }, ['type string → string | null']],
    ['null removed', { type: ['string', 'null'] }, text, []],
    ['number widened', integer, { type: 'number' }, ['type integer → number']],
    ['number narrowed', { type: 'number' }, integer, []],
    ['type no longer limited', text, {}, ['type string → any']],
    ['type documented', {}, text, []],

    ['enum value added', { enum: ['a'] }, { enum: ['a', 'b'] }, ['value "b" added']],
    ['enum value removed', { enum: ['a', 'b'] }, { enum: ['a'] }, []],
    ['enum removed', { type: 'string', enum: ['a', 'b'] }, text, ['string no longer limited to "a", "b"']],
    ['enum documented', text, { type: 'string', enum: ['a', 'b'] }, []],

    ['limit loosened', { ...integer, maximum: 100 }, { ...integer, maximum: 200 }, ['maximum 100 → 200']],
    ['limit tightened', { ...integer, maximum: 100 }, { ...integer, maximum: 50 }, []],
    ['format removed', { ...text, format: 'uuid' }, text, ['format "uuid" → none']],
    ['format changed', { ...text, format: 'date-time' }, { ...text, format: 'date' }, ['format "date-time" → "date"']],
    ['format documented', text, { ...text, format: 'uuid' }, []],
    ['default changed', { ...integer, default: 1 }, { ...integer, default: 2 }, []],

    ['nested', object({ a: object({ b: text }) }), object({ a: object({}) }), ['property a.b removed']],
    ['in items', object({ a: list(object({ b: text })) }), object({ a: list(object({})) }), ['property a[].b removed']],
    ['type of items no longer limited', list(text), { type: 'array' }, ['property []: type string → any']],
  ])('%s', (_name, before, after, expected) => {
    expect(ofResponse(before, after)).toEqual(expected);
  });
});

describe('composed schemas', () => {
  const merged = object({ a: text, b: text }, { required: ['a', 'b'] });

  it.each<[string, Schema, Schema]>([
    [
      'a list of types, anyOf',
      { type: ['string', 'null'], maxLength: 9 },
      { anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] },
    ],
    ['a list, or null', { type: ['array', 'null'], items: text }, { anyOf: [list(text), { type: 'null' }] }],
    ['anyOf, oneOf', { anyOf: [a, { type: 'null' }] }, { oneOf: [a, { type: 'null' }] }],
    ['enum, const', { enum: ['a', 'b'] }, { oneOf: [{ const: 'b' }, { const: 'a' }] }],
    ['allOf, one object', { allOf: [a, b] }, merged],
    ['allOf beside properties', { ...a, allOf: [b] }, merged],
    ['a reference and its text', { $ref: '#/components/schemas/A' }, a],
    ['a reference with a text beside it', { $ref: '#/components/schemas/A', description: 'A' }, a],
    ['an implied type', { properties: { a: text } }, object({ a: text })],
    ['an implied type of a list', { items: text }, list(text)],
    ['no word on other properties', object({ a: text }), object({ a: text }, { additionalProperties: true })],
    ['null as a value', { enum: ['a', null] }, { anyOf: [{ const: 'a' }, { type: 'null' }] }],
    [
      'other properties in allOf',
      { allOf: [object({ a: text }, { additionalProperties: integer }), object({}, { additionalProperties: false })] },
      object({ a: text }, { additionalProperties: false }),
    ],
    [
      'patterns in allOf',
      { allOf: [{ ...text, pattern: 'a' }, { pattern: 'b' }] },
      { allOf: [{ ...text, pattern: 'b' }, { pattern: 'a' }] },
    ],
    ['true, an empty schema', true, {}],
    [
      'limits in allOf',
      {
        allOf: [
          { ...text, maxLength: 9 },
          { maxLength: 8, minLength: 1 },
        ],
      },
      { ...text, minLength: 1, maxLength: 8 },
    ],
    ['types in allOf', { allOf: [{ type: ['integer', 'null'] }, { type: 'number' }] }, integer],
    ['values in allOf', { allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }, { const: 'b' }],
    [
      'the same property in allOf',
      { allOf: [object({ p: { enum: [1, 2] } }), object({ p: { enum: [2, 3] } })] },
      object({ p: { const: 2 } }),
    ],
  ])('equivalent schemas are no change: %s', (_name, one, other) => {
    expect(ofRequest(one, other)).toEqual([]);
    expect(ofRequest(other, one)).toEqual([]);
    expect(ofResponse(one, other)).toEqual([]);
    expect(ofResponse(other, one)).toEqual([]);
  });

  const kind = (value: string, properties: Record<string, Schema>): Schema =>
    object({ kind: { const: value }, ...properties }, { required: ['kind'] });
  const [single, multiple] = [kind('single', { a: text }), kind('multiple', { b: text })];

  it('a request must accept each alternative', () => {
    expect(ofRequest({ anyOf: [single, multiple] }, { anyOf: [single] })).toEqual([
      'property kind: value "multiple" removed',
    ]);
    expect(ofRequest({ anyOf: [single] }, { anyOf: [single, multiple] })).toEqual([]);
  });

  it('a response must not gain an alternative', () => {
    const wider = ofResponse({ oneOf: [single] }, { oneOf: [single, multiple] });
    expect(wider).toContain('property kind: value "multiple" added');
    expect(ofResponse({ oneOf: [single, multiple] }, { oneOf: [single] })).toEqual([]);
  });

  it('an alternative is compared with the most similar one', () => {
    const changed = kind('multiple', { b: integer });
    expect(ofResponse({ oneOf: [single, multiple] }, { oneOf: [single, changed] })).toEqual([
      'property b: type string → integer',
    ]);
  });

  it('a change in a part of allOf is found', () => {
    expect(ofResponse({ allOf: [a, b] }, { allOf: [a] })).toEqual(['property b removed']);
  });
});

describe('references', () => {
  const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
  const compare = (schema: Schema, before: Record<string, Schema>, after: Record<string, Schema>): string[] =>
    schemaChanges({ before: description(before), after: description(after), direction: 'response' }, schema, schema);

  it('referenced schemas are compared', () => {
    expect(compare(ref('A'), { A: text }, { A: integer })).toEqual(['type string → integer']);
  });

  it('changes in a recursive schema are found', () => {
    const tree = (value: Schema) => ({ Tree: object({ value, children: list(ref('Tree')) }) });
    expect(compare(ref('Tree'), tree(text), tree(text))).toEqual([]);
    expect(compare(ref('Tree'), tree(text), tree(integer))).toEqual(['property value: type string → integer']);
  });

  it('merged schemas that contain each other are compared', () => {
    const both = { allOf: [ref('A'), ref('B')] };
    const pair = (value: Schema) => ({ A: object({ next: both }), B: object({ next: ref('A'), value }) });
    expect(compare(both, pair(text), pair(text))).toEqual([]);
    expect(compare(both, pair(text), pair(integer))).toContain('property value: type string → integer');
  });

  it('renamed schemas are no change', () => {
    const sides = { before: description({ Old: a }), after: description({ New: a }), direction: 'request' as const };
    expect(schemaChanges(sides, ref('Old'), ref('New'))).toEqual([]);
  });

  it('escaped characters of a JSON pointer are resolved', () => {
    const name = 'a/b~c d';
    expect(compare(ref('a~1b~0c%20d'), { [name]: text }, { [name]: integer })).toEqual(['type string → integer']);
  });

  it.each([
    ['leads nowhere', ref('Nowhere'), '$ref "#/components/schemas/Nowhere" leads nowhere'],
    ['leaves the document', { $ref: 'quiz.json' }, '$ref "quiz.json" leaves the document: only "#/…" is supported'],
    ['is only itself', ref('Self'), '$ref "#/components/schemas/Self" refers to itself'],
  ])('a reference that %s is an error', (_name, schema, message) => {
    const schemas = { Self: { anyOf: [text, ref('Self')] } };
    expect(() => compare(schema, schemas, schemas)).toThrow(message);
  });
});
