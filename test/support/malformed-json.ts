// Bodies that begin as a valid value of a schema and are spoiled. They are made as text, because much of it no object can hold:
// members that come twice, numbers beyond all bounds, escapes of half a character, 100,000 levels.
import fc from 'fast-check';
import { type OpenApiDocument, resolve, type SchemaObject } from './openapi/document.js';

/** JSON on its way to text. The leaves and the names of members are text already. */
export type Tree = string | Tree[] | Members;
type Members = { members: [name: string, value: Tree][] };

const isObject = (tree: Tree | undefined): tree is Members => typeof tree === 'object' && !Array.isArray(tree);

function write(tree: Tree): string {
  if (typeof tree === 'string') return tree;
  if (Array.isArray(tree)) return `[${tree.map(write).join()}]`;
  return `{${tree.members.map(([name, value]) => `${name}:${write(value)}`).join()}}`;
}

/** Valid values of a schema. `ids` has the values of properties that are ids, by name. */
function valid(
  document: OpenApiDocument,
  schema: SchemaObject,
  ids: Record<string, string>,
  name = '',
): fc.Arbitrary<Tree> {
  const { type, properties = {}, required = [], items, contains, enum: choices, ...limits } = resolve(document, schema);
  const limit = (keyword: keyof typeof limits, otherwise: number) => Number(limits[keyword] ?? otherwise);
  switch ([type].flat()[0]) {
    case 'object': {
      const members = Object.entries(properties).map(([property, of]) => {
        const value = valid(document, of as SchemaObject, ids, property);
        return required.includes(property) ? value : fc.option(value, { nil: undefined });
      });
      const names = Object.keys(properties).map((property) => JSON.stringify(property));
      return fc.tuple(...members).map((values) => ({
        members: values.flatMap((value, index) => (value === undefined ? [] : [[names[index] ?? '', value]])),
      }));
    }
    case 'array': {
      const minLength = limit('minItems', 0);
      const item = valid(document, items as SchemaObject, ids);
      const list = fc.array(item, { minLength, maxLength: Math.max(2, minLength) });
      return list.map((trees) => withContained(contains, trees));
    }
    case 'integer':
      return fc.integer({ min: limit('minimum', 0), max: limit('maximum', 9) }).map(String);
    case 'boolean':
      return fc.constantFrom('true', 'false');
    default:
      return texts(name, choices, limits.format, ids, limit('minLength', 0)).map((text) => JSON.stringify(text));
  }
}

/** Gives the first item the values that one of them must have. */
function withContained(contains: unknown, [first, ...others]: Tree[]): Tree[] {
  if (!isObject(first)) return first === undefined ? [] : [first, ...others];
  const { properties = {} } = (contains ?? {}) as { properties?: Record<string, { const: unknown }> };
  const values = new Map(Object.entries(properties).map(([name, value]) => [JSON.stringify(name), value.const]));
  const members = first.members.map(([name, value]): [string, Tree] => [
    name,
    values.has(name) ? JSON.stringify(values.get(name)) : value,
  ]);
  return [{ members }, ...others];
}

function texts(name: string, choices: unknown, format: unknown, ids: Record<string, string>, minLength: number) {
  if (Array.isArray(choices)) return fc.constantFrom(...(choices as string[]));
  if (format === 'uuid') return fc.constant(ids[name] ?? '');
  if (/image/i.test(name)) return fc.webUrl();
  if (name === 'email') return fc.emailAddress();
  return fc.string({ unit: 'grapheme', minLength, maxLength: minLength + 12 });
}

const LEVELS = 100_000;
const LENGTHS = [40, 41, 100, 101, 200, 201, 254, 255, 500, 501, 1_000, 1_001, 2_000, 2_001, 2_048, 2_049, 30_000];

const VALUES = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1',
    '1',
    '1.5',
    '1e2',
    '1e-999',
    '1e999',
    '-1e999',
    '2147483647',
    '2147483648',
  ],
  ...['9007199254740993', '123456789012345678901234567890', '01', '+1', '.5', '0x10', 'NaN', 'Infinity', 'undefined'],
  ...['""', '" "', '"\\t"', '"1"', '"true"', '"null"', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"'],
  ...[
    '"\\ufeff"',
    '"\\u202e"',
    '"\\uffff"',
    '"\\ud83d\\ude00"',
    '"\\x41"',
    '"\\u00"',
    '"\u0007"',
    "'a'",
    '"__proto__"',
  ],
  ...['"http://"', '"ftp://example.com/a"', '"javascript:alert(1)"', '"//example.com"', '"http://a b"', '"http://é/"'],
  ...['"HTTP://EXAMPLE.COM"', '"https://example.com:99999"', '"http://[::1"', '"http:\\\\\\\\a"'],
  ...['[]', '{}', '[[]]', '[{}]', '[null]', '[[[[[[]]]]]]', '{"0":1}', '{"length":1}', '{"then":1}', '{"toJSON":1}'],
  ...['{"__proto__":null}', '{"__proto__":{"isCorrect":true}}', '{"constructor":{"prototype":{"admin":true}}}'],
];

const NAMES = [
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
    'length',
    'then',
    'toJSON',
  ],
  ...['', ' ', ' title', 'Title', 'TITLE', '0', 'questions[0].text', 'a.b', 'title: x', 'x; title', '😀', '%s', '${x}'],
  ...[
    'id',
    'order',
    'author',
    'authorId',
    'createdAt',
    'updatedAt',
    'imageUrl',
    'isCorrect',
    'text',
    'answers',
    'role',
  ],
  ...['x'.repeat(5_000), `${'x'.repeat(99)}😀`],
]
  .map((name) => JSON.stringify(name))
  .concat('"\\u0000"', '"title\\u0000"', '"\\ud800"', '"\\u005f_proto__"', '"titl\\u0065"');

const value: fc.Arbitrary<string> = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 3, arbitrary: fc.json() },
  { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom('x', 'é', '😀', ' ', '\\u0001', '\\ud83d\\ude00', '\\ud83d'), fc.constantFrom(...LENGTHS))
      .map(([character, length]) => `"${character.repeat(length)}"`),
  },
  { weight: 1, arbitrary: fc.constantFrom('[', '{"a":', '[{"":').map(nest) },
  { weight: 1, arbitrary: fc.constantFrom('0', '{}', '[]', '""').map((item) => `[${`${item},`.repeat(20_000)}0]`) },
);

function nest(open: string): string {
  const close = [...open].reverse().flatMap((bracket) => ({ '[': ']', '{': '}' })[bracket] ?? []);
  return `${open.repeat(LEVELS)}0${close.join('').repeat(LEVELS)}`;
}

/** A change of one place of a tree; which one is counted off by `at`. */
const edit = fc.record({
  at: fc.nat(99),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'wrap', 'unwrap', 'add', 'add', 'repeat', 'precede'),
  name: fc.constantFrom(...NAMES),
  value,
});
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

/** The places of a tree, each as a change of what stands there to what shall stand there: nothing, one or more values. */
function placesOf(tree: Tree): ((change: (value: Tree) => Tree[]) => void)[] {
  if (typeof tree === 'string') return [];
  if (Array.isArray(tree)) {
    return tree.flatMap((item) => [(change) => tree.splice(tree.indexOf(item), 1, ...change(item)), ...placesOf(item)]);
  }
  const { members } = tree;
  return members.flatMap((member) => [
    (change) => {
      const values = change(member[1]).map((changed): [string, Tree] => [member[0], changed]);
      members.splice(members.indexOf(member), 1, ...values);
    },
    ...placesOf(member[1]),
  ]);
}

function apply(root: Tree[], { at, kind, name, value }: Edit): void {
  const places = placesOf(root);
  places[at % places.length]?.((found) => {
    switch (kind) {
      case 'replace':
        return [value];
      case 'remove':
        return [];
      case 'wrap':
        return [[found]];
      case 'unwrap':
        return typeof found === 'string'
          ? [`"${found}"`]
          : isObject(found)
            ? found.members.map(([, one]) => one)
            : found;
      case 'repeat':
        return [found, value];
      case 'precede':
        return [value, found];
      case 'add':
        if (isObject(found)) return [{ members: [...found.members, [name, value]] }];
        return [Array.isArray(found) ? [...found, value] : value];
    }
  });
}

const KIBIBYTE = 1024;

const padded = (text: string, length: number) =>
  Buffer.from(text + ' '.repeat(Math.max(0, length - Buffer.byteLength(text))));

/** Ways to spoil a text as a whole; `at` is a place in it. */
const WRAPPINGS: ((text: string, at: number) => string | Buffer)[] = [
  () => '',
  () => ' \r\n\t',
  () => '\u{feff}',
  (text, at) => text.slice(0, at),
  (text, at) => text.slice(at),
  (text, at) => `${text.slice(0, at)},${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}\u{0}${text.slice(at)}`,
  (text) => `\u{feff}${text}`,
  (text) => `${text}${text}`,
  (text) => `${text}]`,
  (text) => `/**/${text}`,
  (text) => `${text}//`,
  (text) => `)]}',\n${text}`,
  (text) => `[${text}]`,
  (text) => JSON.stringify(text),
  (text) => text.replaceAll('"', "'"),
  (text) => text.replaceAll(':', '='),
  (text) => text.replaceAll(',', ',,'),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(text, 'latin1'),
  ...['ff', 'c080', 'eda080', 'f4908080', 'e282', '00'].map((bytes) => (text: string, at: number) => {
    return Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(bytes, 'hex'), Buffer.from(text.slice(at))]);
  }),
  ...[16 * KIBIBYTE, 64 * KIBIBYTE, 1024 * KIBIBYTE].flatMap((size) => [
    (text: string) => padded(text, size),
    (text: string) => padded(text, size + 1),
  ]),
];

const wrapping = fc.oneof(
  { weight: 4, arbitrary: fc.constant((text: string): string | Buffer => text) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...WRAPPINGS), fc.double({ min: 0, max: 1, noNaN: true })).map(
      ([wrap, share]) =>
        (text: string) =>
          wrap(text, Math.floor(share * text.length)),
    ),
  },
);

/** Bodies for an operation: a few as its schema wants them, most spoiled in one place or two, or as a whole. */
export function bodies(
  document: OpenApiDocument,
  schema: SchemaObject,
  ids: Record<string, string>,
): fc.Arbitrary<Buffer> {
  const edits = fc.array(edit, { maxLength: 2 });
  return fc.tuple(valid(document, schema, ids), edits, wrapping).map(([tree, changes, wrap]) => {
    const root = [structuredClone(tree)];
    for (const change of changes) apply(root, change);
    return Buffer.from(wrap(root.map(write).join()));
  });
}
