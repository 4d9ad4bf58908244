// Generates malformed requests from an OpenAPI document: valid calls that are spoiled in one way or a few.
import { METHODS } from 'node:http';
import fc from 'fast-check';
import { bodies } from './malformed-json.js';
import { type MalformedRequest, type Operation, operationsOf, routesOf } from './malformed-oracle.js';
import { PLACEHOLDERS } from './malformed-placeholders.js';
import { type Callers } from './malformed-surfaces.js';
import type { OpenApiDocument, SchemaObject } from './openapi/document.js';
import { baseOf } from './openapi/paths.js';

interface Options {
  document: OpenApiDocument;
  callers: Callers;
  /** Operations that no request calls, such as `DELETE /session`. */
  without?: string[];
}

/** Malformed requests to an interface, with a readable form for reports. */
export function malformedRequests({ document, callers, without = [] }: Options): fc.Arbitrary<MalformedRequest> {
  const operations = operationsOf(document);
  const isLeftOut = ({ method, template }: Operation) => without.includes(`${method} ${template}`);
  const called = operations.filter((operation) => !isLeftOut(operation));
  const weighed = called.map((operation) => ({ weight: weightOf(operation), arbitrary: fc.constant(operation) }));
  const requests = fc.oneof(...weighed).chain((operation) => {
    const declared = operations.filter(({ template }) => template === operation.template).map(({ method }) => method);
    return methods(operation, declared).chain((method) =>
      fc
        .record({
          path: paths(baseOf(document), operation, method),
          query: queries(operation),
          caller: callers,
          headers: headers(operation),
          body: bodiesOf(document, operation),
        })
        .map(({ path, query, caller, headers: others, body }) =>
          withText({ method, target: `${path}${query}`, headers: { ...others, ...caller }, body }),
        ),
    );
  });
  // Another method on a path that has lost its end may call one of those too.
  const callsOneLeftOut = ({ method, target }: MalformedRequest) =>
    routesOf(document, target).some(({ operation }) => operation.method === method && isLeftOut(operation));
  return requests.filter((request) => !callsOneLeftOut(request));
}

/** Where there is more to spoil, more is tried. */
const weightOf = ({ method, body }: Operation) => (body === undefined ? (method === 'GET' ? 1 : 2) : 5);

const SHOWN = 300;

function withText(request: MalformedRequest): MalformedRequest {
  const { method, target, headers: sent, body } = request;
  const cut = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text);
  const parts = [
    method,
    cut(target),
    cut(JSON.stringify(sent)),
    body === undefined ? '' : cut(body.toString('latin1')),
  ];
  return Object.assign(request, { [fc.toStringMethod]: () => parts.join(' ') });
}

/** The first, or seldom one of the others. */
function mostly<Value>(usual: fc.Arbitrary<Value>, weight: number, spoiled: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: spoiled });
}

function methods({ method }: Operation, declared: string[]): fc.Arbitrary<string> {
  // Node's client takes what answers CONNECT for a tunnel, not for a response: malformed-http.e2e.spec.ts sends it by hand.
  const others = METHODS.filter((name) => name !== 'CONNECT' && !declared.includes(name));
  return mostly(fc.constant(method), 10, fc.oneof(fc.constantFrom('HEAD', 'OPTIONS'), fc.constantFrom(...others)));
}

const ODD_IDS = [
  ...['ffffffff-ffff-7fff-bfff-ffffffffffff', '00000000-0000-0000-0000-000000000000', 'null', 'undefined', '0', '-1'],
  ...[
    '1e999',
    'NaN',
    '.',
    '..',
    '%2e%2e',
    '%2F',
    'a%2Fb',
    '%00',
    '%20',
    '%0A',
    '%F0%9F%98%80',
    '%EF%BB%BF',
    '%',
    '%zz',
  ],
  ...[
    '%C3%28',
    '%E0%A4%A',
    '%ED%A0%80',
    '__proto__',
    'constructor',
    "'%20OR%201=1--",
    '%24%7Bx%7D',
    '*',
    ':id',
    '{id}',
  ],
  ...['x'.repeat(3_000), '%41'.repeat(1_000)],
];

/** Spoils a valid id. */
const ID_CHANGES: ((id: string) => string)[] = [
  (id) => id.toUpperCase(),
  (id) => id.replaceAll('-', ''),
  (id) => `%7B${id}%7D`,
  (id) => `urn:uuid:${id}`,
  (id) => `${id}%20`,
  (id) => `%20${id}`,
  (id) => `${id}%0A`,
  (id) => `${id}%00`,
  (id) => `${id}%201`,
  (id) => `${id}%200%200`,
  (id) => `${id}%20x%20-1`,
  (id) => `${id},${id}`,
  (id) => `${id};x=1`,
  (id) => `${id}%2F`,
  (id) => id.slice(0, -1),
];

function ids(valid: string): fc.Arbitrary<string> {
  const changed = fc.constantFrom(...ID_CHANGES).map((change) => change(valid));
  return mostly(fc.constant(valid), 5, fc.oneof(fc.constantFrom(...ODD_IDS), changed));
}

/**
 * The id in the path of a call. It depends on the sent method, which may differ from the operation's: if the path has lost its end,
 * `DELETE /quizzes/{id}/leaderboard` deletes the quiz.
 */
function idFor({ template }: Operation, name: string, method: string): string {
  if (name === 'version') return '1';
  if (name === 'attemptId') return PLACEHOLDERS.attemptId;
  if (template.startsWith('/users')) return PLACEHOLDERS.userId;
  if (template.startsWith('/keys')) return PLACEHOLDERS.keyId;
  if (method === 'DELETE') return PLACEHOLDERS.doomed;
  return method === 'PUT' ? PLACEHOLDERS.edited : PLACEHOLDERS.played;
}

const PATH_CHANGES: ((path: string) => string)[] = [
  ...[
    '/',
    '//',
    '/.',
    '/..',
    '/../quizzes',
    ';x',
    ';x=1/y',
    '.json',
    '%2F',
    '%20',
    '%00',
    '%',
    '%2',
    '%zz',
    '%ff',
    '%C3%28',
  ],
  ...[
    '%3Fpage=0',
    '%23',
    '#',
    '#x',
    '\\',
    '"',
    "'",
    '|',
    '^',
    '`',
    '<script>',
    '/__proto__',
    '/constructor',
    '/*',
    '/0',
  ],
  ...['/x'.repeat(1_000), `/${'x'.repeat(5_000)}`, '%2E'.repeat(500)],
]
  .map((end) => (path: string) => path + end)
  .concat(
    (path) => `/${path}`,
    (path) => `/.${path}`,
    (path) => `/x/..${path}`,
    (path) => `/%2e${path}`,
    (path) => path.toUpperCase(),
    (path) => path.replace(/[a-z](?=[a-z]*$)/, (letter) => letter.toUpperCase()),
    (path) => path.replace(/(?<=.)\//, '//'),
    (path) => path.replace(/(?<=.)\//, '%2F'),
    (path) => path.replace(/(?<=.)\//, '\\'),
    (path) => path.replaceAll(/[iou]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    (path) => path.replaceAll(/[iou]/g, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
    (path) => `http://example.com${path}`,
    (path) => `HTTPS://user:password@example.com:99999${path}`,
    (path) => path.split('/').slice(0, -1).join('/') || '/',
    (path) => path.split('/').slice(0, -1).join('/') + '/unknown',
    (path) => path.replace(/^(\/admin)?\/api/, '$&x'),
    (path) => path + 'x'.repeat(20_000),
  );

function paths(base: string, operation: Operation, method: string): fc.Arbitrary<string> {
  const parts = operation.template.split('/').map((part) => {
    const [, name] = /^\{(.*)\}$/.exec(part) ?? [];
    return name === undefined ? fc.constant(part) : ids(idFor(operation, name, method));
  });
  const path = fc.tuple(...parts).map((segments) => base + segments.join('/'));
  const changed = fc.tuple(path, fc.constantFrom(...PATH_CHANGES)).map(([whole, change]) => change(whole));
  return mostly(path, 8, changed);
}

const QUERY_NAMES = [
  ...[
    'page',
    'page',
    'limit',
    'limit',
    'userId',
    'page[]',
    'page[0]',
    'page[a][b]',
    'limit%5B%5D',
    '[page]',
    'Page',
    'page%00',
  ],
  ...[
    'p%61ge',
    'page.x',
    '__proto__',
    '__proto__[page]',
    'constructor',
    'constructor[prototype][page]',
    '',
    'x',
    '%',
    '%zz',
  ],
];

const QUERY_VALUES = [
  ...[
    '1',
    '2',
    '30',
    '100',
    '101',
    '0',
    '-1',
    '1.5',
    '1e2',
    '01',
    '+1',
    '%201',
    '1%20',
    '1%0A',
    '%31',
    '%D9%A1',
    '%EF%BC%91',
  ],
  ...[
    '',
    'abc',
    '%',
    '%zz',
    '%00',
    '%C3%28',
    'null',
    'true',
    '0x10',
    '1,2',
    '[1]',
    '%5B1%5D',
    '{}',
    'NaN',
    'Infinity',
    "1'--",
  ],
  ...['9007199254740991', '9007199254740992', '9223372036854775808', '1'.repeat(400), 'x'.repeat(4_000)],
  ...[PLACEHOLDERS.userId, PLACEHOLDERS.userId.toUpperCase(), 'ffffffff-ffff-7fff-bfff-ffffffffffff'],
];

const base64url = (text: string) => Buffer.from(text).toString('base64url');

/** Words, times and places in lists. */
const TYPED_QUERY_VALUES = [
  ...[
    'true',
    'false',
    'TRUE',
    'a',
    'A%20b',
    '%26',
    "!'(",
    ':*',
    '<->',
    'x'.repeat(200),
    'x'.repeat(201),
    '+',
    '%F0%9F%98%80',
  ],
  ...[
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00Z',
    '2026-01-01T00:00:00.123456789%2B23:59',
    '2026-01-01T00:00:00+02:00',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00%2B14:00',
    '9999-12-31T23:59:59-23:59',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '%2B275760-09-13T00:00:00Z',
    'infinity',
    'now',
  ],
  ...[
    `2026-01-01T00:00:00.000Z ${PLACEHOLDERS.userId}`,
    `9999-12-31T23:59:59-23:59 ${PLACEHOLDERS.userId}`,
    `0000-01-01T00:00:00Z ${PLACEHOLDERS.userId} x`,
    `2026-02-30T00:00:00.000Z ${PLACEHOLDERS.userId}`,
    `2026-01-01T00:00:00.000Z ${PLACEHOLDERS.userId.toUpperCase()}`,
    `2026-01-01T00:00:00.000Z`,
  ].map(base64url),
];

function queries({ parameters }: Operation): fc.Arbitrary<string> {
  const own = parameters.filter((parameter) => parameter.in === 'query');
  const names = own.map(({ name }) => name);
  const choices = own.flatMap(({ schema }) => ((schema as SchemaObject).enum ?? []) as string[]);
  const pair = fc.tuple(
    fc.constantFrom(...QUERY_NAMES, ...names, ...names, ...names.map((name) => `${name}[]`)),
    fc.constantFrom('=', '=', '=', '', '=='),
    fc.constantFrom(...QUERY_VALUES, ...TYPED_QUERY_VALUES, ...choices, ...choices),
  );
  const spoiled = fc
    .array(pair, { minLength: 1, maxLength: 3 })
    .map((pairs) => `?${pairs.map(([name, sign, value]) => (sign === '' ? name : name + sign + value)).join('&')}`);
  const odd = fc.constantFrom(
    '?',
    '??',
    '?&&',
    '?=',
    `?${'&'.repeat(2_000)}`,
    `?${'page=1&'.repeat(500)}`,
    '?%',
    '?a#b',
  );
  return mostly(fc.constant(''), own.length > 0 ? 1 : 20, mostly(spoiled, 8, odd));
}

const CONTENT_TYPES = [
  ...[
    '',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset="utf-8"',
    ' application/json ',
  ],
  ...[
    'application/json;',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/json; x',
  ],
  ...[
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/json-patch+json',
    'application/vnd.api+json',
    'json',
    '/',
  ],
  ...['application/json, text/plain', 'application/json/x', 'application/', '*/*', ';', 'application json', '@', 'é/é'],
  ...['multipart/form-data', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'x'.repeat(5_000)],
  ...['application/x-ndjson', 'application/octet-stream', 'application/graphql', 'application/__proto__', '__proto__'],
];

const TAGS = [
  '*',
  ' * ',
  '"1"',
  '"1-x"',
  'W/"0-x"',
  '"0-x", "0-y"',
  '""',
  '"',
  'W/',
  'x',
  '',
  ',',
  '*, *',
  '"*"',
  '"é"',
  '"\\"',
];

const ODD_HEADERS: Record<string, (string | string[])[]> = {
  'content-type': CONTENT_TYPES,
  'if-match': [...TAGS, '"0-x",'.repeat(800), ['"0-x"', '"0-y"'], '"'.repeat(5_000)],
  'if-none-match': [...TAGS, '"0-x",'.repeat(800), ['"0-x"', '"0-y"'], 'W/'.repeat(2_000)],
  'idempotency-key': ['', ' ', 'a b', 'é', '\t', 'x'.repeat(255), 'x'.repeat(256), 'x'.repeat(5_000), ['a', 'b'], '*'],
  origin: ['', 'null', 'http://example.com', '*', 'é'],
  'access-control-request-method': ['', 'PUT', 'x y'],
  'access-control-request-headers': ['', 'x-api-key', ','],
  'x-request-id': ['', 'a b', '../../etc/passwd', 'x'.repeat(200), '{admin}'],
  expect: ['nonsense', '100-continue', ''],
  range: ['bytes=0-1', 'bytes=9-1', 'x'],
  cookie: ['=', 'a=%', ';;;', 'session=é'],
  accept: ['', 'text/html', 'application/xml;q=x', '*'],
  'accept-encoding': ['gzip', 'identity;q=0', '*;q=0'],
  'content-encoding': ['gzip', 'x'],
  'x-forwarded-for': ['127.0.0.1', 'x, y', '::1'],
  'x-http-method-override': ['DELETE', 'x'],
  'if-modified-since': ['x', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  host: ['', 'x y', '[::1', '@'],
  connection: ['close', 'x', 'upgrade'],
  upgrade: ['websocket', 'h2c'],
};

const oddHeader: fc.Arbitrary<MalformedRequest['headers']> = fc.oneof(
  ...Object.entries(ODD_HEADERS).map(([name, values]) => ({
    weight: ['content-type', 'if-match', 'if-none-match', 'idempotency-key'].includes(name) ? 6 : 1,
    arbitrary: fc.constantFrom(...values).map((value) => ({ [name]: value })),
  })),
  { weight: 3, arbitrary: fc.uuid().map((key) => ({ 'idempotency-key': key })) },
);

const PREFLIGHT = { origin: 'http://example.com', 'access-control-request-method': 'PUT' };

function headers({ body, parameters }: Operation): fc.Arbitrary<MalformedRequest['headers']> {
  const usual: MalformedRequest['headers'] = body === undefined ? {} : { 'content-type': 'application/json' };
  const own = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name.toLowerCase());
  const ownHeaders = own.map((name) =>
    fc.constantFrom(...(ODD_HEADERS[name] ?? [])).map((value) => ({ [name]: value })),
  );
  const odd = fc
    .array(fc.oneof(oddHeader, ...ownHeaders), { minLength: 1, maxLength: 3 })
    .map((all) => Object.assign({}, usual, ...all) as typeof usual);
  const plain = mostly(fc.constant(usual), 20, fc.constantFrom({}, { ...usual, ...PREFLIGHT }));
  return mostly(plain, 2, odd);
}

function bodiesOf(document: OpenApiDocument, { method, body }: Operation): fc.Arbitrary<Buffer | undefined> {
  if (body !== undefined)
    return mostly(bodies(document, body as SchemaObject, PLACEHOLDERS), 40, fc.constant(undefined));
  const unwanted = fc.constantFrom('', '{', '{}', 'null', 'x'.repeat(70_000)).map((text) => Buffer.from(text));
  return method === 'GET' || method === 'DELETE'
    ? mostly(fc.constant(undefined), 12, unwanted)
    : fc.constant(undefined);
}
