import { breakingChanges, type BreakingChange } from '../support/openapi/breaking-changes.js';
import { lookUp, type OpenApiDocument, type Operation, type Schema } from '../support/openapi/document.js';
import { quizDescription } from './quiz-description.fixture.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const nothing: string[] = [];

type Paths = NonNullable<OpenApiDocument['paths']>;

function document(operation: Operation, rest: Partial<OpenApiDocument> = {}): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: { title: 'Quizzes', version: '1.0.0' },
    paths: { '/quizzes': { put: operation } },
    ...rest,
  };
}

function changes(before: Operation, after: Operation, rest?: Partial<OpenApiDocument>): string[] {
  return breakingChanges(document(before, rest), document(after, rest)).map(({ what }) => what);
}

const query = (schema: Schema): Operation => ({ parameters: [{ name: 'q', in: 'query', schema }] });

describe('operations', () => {
  const one = { get: {}, put: {} };

  it.each<[string, Paths, Paths, BreakingChange[]]>([
    ['an operation is removed', { '/a': one }, { '/a': { get: {} } }, [{ where: 'PUT /a', what: 'operation removed' }]],
    [
      'a path is renamed',
      { '/a': { get: {} } },
      { '/b': { get: {} } },
      [{ where: 'GET /a', what: 'operation removed' }],
    ],
    ['an operation is added', { '/a': { get: {} } }, { '/a': one, '/b': one }, []],
    ['texts change', { '/a': { get: { summary: 'A' } } }, { '/a': { get: { summary: 'B', deprecated: true } } }, []],
  ])('%s', (_name, before, after, expected) => {
    expect(breakingChanges(document({}, { paths: before }), document({}, { paths: after }))).toEqual(expected);
  });

  it.each([
    ['the server moves', ['/api'], ['/api/v2'], ['server /api removed']],
    ['a server is added', ['/api'], ['/api', '/api/v2'], nothing],
  ])('%s', (_name, before, after, expected) => {
    const [old, current] = [before, after].map((urls) => ({ servers: urls.map((url) => ({ url })) }));
    expect(changes({ ...old }, { ...current })).toEqual(expected);
  });
});

describe('security', () => {
  it.each([
    ['is added', [], [{ key: [] }], ['security {} no longer suffices']],
    [
      'asks for a further scope',
      [{ key: ['a'] }],
      [{ key: ['a', 'b'] }],
      ['security {"key":["a"]} no longer suffices'],
    ],
    ['asks for a further scheme', [{ key: [] }], [{ key: [], mtls: [] }], ['security {"key":[]} no longer suffices']],
    ['asks for another scheme', [{ key: [] }], [{ cookie: [] }], ['security {"key":[]} no longer suffices']],
    [
      'drops one of two ways',
      [{ key: [] }, { cookie: [] }],
      [{ key: [] }],
      ['security {"cookie":[]} no longer suffices'],
    ],
    ['asks for less', [{ key: ['a', 'b'] }], [{ key: ['b'] }], nothing],
    ['offers a further way', [{ key: [] }], [{ cookie: [] }, { key: [] }], nothing],
    ['is no longer needed', [{ key: [] }], [], nothing],
  ])('%s', (_name, before, after, expected) => {
    const [old, current] = [before, after] as Record<string, string[]>[][];
    expect(changes({ security: old ?? [] }, { security: current ?? [] })).toEqual(expected);
  });

  it('a scheme that is no longer required may be removed', () => {
    const old = { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } } } };
    expect(breakingChanges(document({ security: [{ key: [] }] }, old), document({ security: [] }))).toEqual([]);
  });

  it.each([
    ['is sent elsewhere', { type: 'apiKey', in: 'header', name: 'authorization' }, ['security scheme key changed']],
    ['is the same in other words', { name: 'x-api-key', in: 'header', type: 'apiKey', description: 'A key' }, nothing],
  ])('a scheme of the whole document %s', (_name, key, expected) => {
    const security = [{ key: [] }];
    const old = {
      security,
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
    };
    const current = { security, components: { securitySchemes: { key } } };
    expect(breakingChanges(document({}, old), document({}, current)).map(({ what }) => what)).toEqual(expected);
  });
});

describe('parameters', () => {
  it.each([
    ['removed', { in: 'query' }, undefined, ['query parameter q removed']],
    ['moved', { in: 'query' }, { in: 'header' }, ['query parameter q removed']],
    ['newly required', { in: 'query' }, { in: 'query', required: true }, ['query parameter q now required']],
    ['added as required', undefined, { in: 'query', required: true }, ['query parameter q now required']],
    ['added as optional', undefined, { in: 'query' }, nothing],
    ['no longer required', { in: 'query', required: true }, { in: 'query' }, nothing],
    ['described', { in: 'query' }, { in: 'query', description: 'Text' }, nothing],
  ])('%s', (_name, before, after, expected) => {
    const [old, current] = [before, after].map((one) => (one ? [{ name: 'q', ...one }] : []));
    expect(changes({ parameters: old ?? [] }, { parameters: current ?? [] })).toEqual(expected);
  });

  it.each([
    ['type narrowed', { type: 'number' }, integer, ['query parameter q: type number → integer']],
    ['type widened', integer, { type: 'number' }, nothing],
    [
      'limit tightened',
      { type: 'integer' },
      { type: 'integer', maximum: 100 },
      ['query parameter q: maximum none → 100'],
    ],
    [
      'default changed',
      { ...integer, default: 30 },
      { ...integer, default: 10 },
      ['query parameter q: default 30 → 10'],
    ],
    ['default removed', { ...integer, default: 30 }, integer, ['query parameter q: default 30 → none']],
    ['default documented', integer, { ...integer, default: 30 }, nothing],
  ])('%s', (_name, before, after, expected) => {
    expect(changes(query(before), query(after))).toEqual(expected);
  });

  it('compares names of headers case-insensitively, and names of query parameters case-sensitively', () => {
    const named = (name: string, where: string): Operation => ({ parameters: [{ name, in: where }] });
    expect(changes(named('If-Match', 'header'), named('if-match', 'header'))).toEqual([]);
    expect(changes(named('Page', 'query'), named('page', 'query'))).toEqual(['query parameter Page removed']);
  });

  it('merges those of the path with those of the operation, which take precedence', () => {
    const ofPath = (required: boolean): OpenApiDocument =>
      document({}, { paths: { '/a': { parameters: [{ name: 'q', in: 'query', required }], get: {} } } });
    expect(breakingChanges(ofPath(false), ofPath(true))).toEqual([
      { where: 'GET /a', what: 'query parameter q now required' },
    ]);
    const replaced = ofPath(true);
    Object.assign(replaced.paths?.['/a'] ?? {}, { get: { parameters: [{ name: 'q', in: 'query', required: false }] } });
    expect(breakingChanges(ofPath(false), replaced)).toEqual([]);
  });
});

describe('request body', () => {
  const content = { 'application/json': { schema: text } };

  it.each([
    ['made required', { content }, { content, required: true }, ['request body now required']],
    ['added as required', undefined, { content, required: true }, ['request body now required']],
    ['removed', { content }, undefined, ['request body removed']],
    [
      'another media type',
      { content },
      { content: { 'text/csv': {} } },
      ['request body: media type application/json removed'],
    ],
    ['added as optional', undefined, { content }, nothing],
    ['no longer required', { content, required: true }, { content }, nothing],
    ['a further media type', { content }, { content: { ...content, 'text/csv': {} } }, nothing],
  ])('%s', (_name, before, after, expected) => {
    const [old, current] = [before, after].map((requestBody): Operation => (requestBody ? { requestBody } : {}));
    expect(changes(old ?? {}, current ?? {})).toEqual(expected);
  });
});

describe('responses', () => {
  const content = { 'application/json': { schema: text } };
  const error = (...texts: string[]) => ({
    content: {
      'application/json': {
        examples: Object.fromEntries(texts.map((one, at) => [String(at), { value: { error: one } }])),
      },
    },
  });
  const listed = (...texts: string[]) => ({
    content: { 'application/json': { schema: { properties: { error: { type: 'string', enum: texts } } } } },
  });
  const example = (one: string) => ({ content: { 'application/json': { example: { error: one } } } });
  const header = (name: string, rest: object = {}) => ({ headers: { [name]: rest } });
  const codes = (...names: string[]) =>
    header('X-Error-Code', { examples: Object.fromEntries(names.map((name) => [name, { value: name }])) });

  it.each<[string, object, object, string[]]>([
    ['success removed', { '200': {}, '304': {} }, { '304': {} }, ['response 200 removed']],
    ['success changed', { '200': {} }, { '201': {} }, ['response 200 removed', 'response 201 added']],
    ['success added', { '200': {} }, { '200': {}, '202': {} }, ['response 202 added']],
    ['error removed', { '200': {}, '404': {} }, { '200': {} }, ['response 404 removed']],
    ['error added', { '200': {} }, { '200': {}, '404': {} }, nothing],
    ['description changed', { '200': { description: 'A' } }, { '200': { description: 'B' } }, nothing],

    [
      'media type removed',
      { '200': { content } },
      { '200': { content: { 'text/csv': {} } } },
      ['response 200: media type application/json removed'],
    ],
    ['content removed', { '200': { content } }, { '200': {} }, ['response 200: media type application/json removed']],
    ['media type added', { '200': { content } }, { '200': { content: { ...content, 'text/csv': {} } } }, nothing],

    ['header removed', { '200': header('ETag') }, { '200': {} }, ['response 200: header etag removed']],
    [
      'header made optional',
      { '200': header('ETag', { required: true }) },
      { '200': header('ETag') },
      ['response 200: header etag no longer required'],
    ],
    [
      'header changed',
      { '200': header('ETag', { schema: integer }) },
      { '200': header('ETag', { schema: text }) },
      ['response 200: header etag: type integer → string'],
    ],
    ['header in other letters', { '200': header('ETag') }, { '200': header('etag') }, nothing],
    ['error code removed', { '404': codes('a', 'b') }, { '404': codes('b') }, ['response 404: error code a removed']],
    ['error code added', { '404': codes('a') }, { '404': codes('a', 'b') }, nothing],
    ['header added', { '200': {} }, { '200': header('ETag') }, nothing],

    ['error text changed', { '404': error('A') }, { '404': error('B') }, ['response 404: error text "A" removed']],
    ['error text removed', { '401': error('A', 'B') }, { '401': error('B') }, ['response 401: error text "A" removed']],
    [
      'error text no longer documented',
      { '404': error('A') },
      { '404': { content } },
      ['response 404: error text "A" removed'],
    ],
    [
      'single error text changed',
      { '404': example('A') },
      { '404': example('B') },
      ['response 404: error text "A" removed'],
    ],
    [
      'listed error text removed',
      { '401': listed('A', 'B') },
      { '401': listed('B') },
      ['response 401: error text "A" removed'],
    ],
    ['error text added', { '401': error('A') }, { '401': error('A', 'B') }, nothing],
    ['error text documented otherwise', { '404': error('A') }, { '404': example('A') }, nothing],
    ['error text as a list', { '404': error('A') }, { '404': listed('A') }, nothing],
  ])('%s', (_name, before, after, expected) => {
    expect(changes({ responses: { ...before } }, { responses: { ...after } })).toEqual(expected);
  });
});

describe('comparing the description of a quiz service', () => {
  const schemas = '#/components/schemas';
  const list = '#/paths/~1quizzes/get';
  const create = '#/paths/~1quizzes/post';
  const get = '#/paths/~1quizzes~1{id}/get';
  const [listing, creating, getting] = ['GET /quizzes', 'POST /quizzes', 'GET /quizzes/{id}'];
  const everywhere = [listing, creating, getting];

  /** The description with the value at a JSON pointer replaced, or removed if no value is passed. */
  function mutated(pointer: string, value?: unknown): OpenApiDocument {
    const description = quizDescription();
    const [, parent = '', key = ''] = /^(.*)\/(.*)$/.exec(pointer) ?? [];
    const name = key.replaceAll('~1', '/');
    const place = lookUp(description, parent) as Record<string, unknown>;
    if (value === undefined) Reflect.deleteProperty(place, name);
    else place[name] = value;
    return description;
  }

  it('finds no difference from itself', () => {
    expect(breakingChanges(quizDescription(), quizDescription())).toEqual([]);
  });

  it.each([
    ['#/paths/~1quizzes~1{id}', undefined, [getting], 'operation removed'],
    [create, undefined, [creating], 'operation removed'],
    ['#/servers', [{ url: '/v2' }], everywhere, 'server /api removed'],
    ['#/security', [{ apiKey: [], session: [] }], [listing, getting], 'security {"apiKey":[]} no longer suffices'],
    ['#/components/securitySchemes/apiKey/name', 'authorization', everywhere, 'security scheme apiKey changed'],
    [`${create}/security/0/apiKey/1`, 'admin', [creating], 'security {"apiKey":["quizzes:write"]} no longer suffices'],

    [`${list}/parameters/0`, { name: 'offset', in: 'query' }, [listing], 'query parameter page removed'],
    [`${list}/parameters/1/required`, true, [listing], 'query parameter limit now required'],
    [`${list}/parameters/1/schema/maximum`, 100, [listing], 'query parameter limit: maximum none → 100'],
    [`${list}/parameters/1/schema/default`, 20, [listing], 'query parameter limit: default 30 → 20'],
    ['#/components/parameters/QuizId/schema/format', 'uuid', [getting], 'path parameter id: format none → "uuid"'],
    [`${create}/parameters/0/schema/maxLength`, 64, [creating], 'header parameter idempotency-key: maxLength 255 → 64'],

    [`${schemas}/QuizInput/required/2`, 'heroImageUrl', [creating], 'request body: property heroImageUrl now required'],
    [
      `${schemas}/QuizInput/properties/maxAttempts`,
      undefined,
      [creating],
      'request body: property maxAttempts removed',
    ],
    [
      `${schemas}/QuizInput/properties/title/maxLength`,
      100,
      [creating],
      'request body: property title: maxLength 200 → 100',
    ],
    [
      `${schemas}/QuizInput/properties/heroImageUrl/type`,
      'string',
      [creating],
      'request body: property heroImageUrl: type string | null → string',
    ],
    [
      `${schemas}/QuizInput/properties/questions/maxItems`,
      50,
      [creating],
      'request body: property questions: maxItems 200 → 50',
    ],
    [
      `${schemas}/QuestionInput/properties/kind/enum`,
      ['single'],
      [creating],
      'request body: property questions[].kind: value "multiple" removed',
    ],
    [
      `${schemas}/QuestionInput/properties/text/pattern`,
      '\\S',
      [creating],
      'request body: property questions[].text: pattern none → "\\\\S"',
    ],
    [
      `${create}/requestBody/content`,
      { 'application/xml': {} },
      [creating],
      'request body: media type application/json removed',
    ],

    [`${get}/responses/200`, undefined, [getting], 'response 200 removed'],
    [`${get}/responses/404`, undefined, [getting], 'response 404 removed'],
    [`${get}/responses/200/content`, undefined, [getting], 'response 200: media type application/json removed'],
    [`${list}/responses/200/headers`, undefined, [listing], 'response 200: header x-ratelimit-remaining removed'],
    [
      `${create}/responses/201/headers/Location/required`,
      false,
      [creating],
      'response 201: header location no longer required',
    ],
    [
      '#/components/headers/RateLimitRemaining/schema/type',
      'string',
      everywhere,
      'response 429: header x-ratelimit-remaining: type integer → string',
    ],

    [
      `${schemas}/QuizItem/properties/maxAttempts`,
      undefined,
      [listing],
      'response 200: property quizzes[].maxAttempts removed',
    ],
    [`${schemas}/QuizItem/properties/maxAttempts`, undefined, [getting], 'response 200: property maxAttempts removed'],
    [
      `${schemas}/QuizItem/properties/title/type`,
      ['string', 'null'],
      [listing],
      'response 200: property quizzes[].title: type string → string | null',
    ],
    [
      `${schemas}/QuizItem/required`,
      ['id', 'title', 'maxAttempts'],
      [getting],
      'response 200: property description no longer required',
    ],
    [
      `${schemas}/QuizPage/properties/pagination/properties/total`,
      undefined,
      [listing],
      'response 200: property pagination.total removed',
    ],
    [
      `${schemas}/Profile/properties/role/enum/2`,
      'viewer',
      [getting, creating],
      'property author.role: value "viewer" added',
    ],
    [
      `${schemas}/Profile/properties/image/type`,
      ['string', 'null', 'object'],
      [getting],
      'response 200: property author.image: type string | null → string | null | object',
    ],
    [`${schemas}/Quiz/allOf`, undefined, [getting], 'response 200: property title removed'],
    [
      `${schemas}/Quiz/properties/author/anyOf/2`,
      { type: 'string' },
      [getting],
      'response 200: property author: type object | null → string | object | null',
    ],
    [
      `${schemas}/Answer/properties/isCorrect`,
      undefined,
      [getting, creating],
      'property questions[].answers[].isCorrect removed',
    ],

    [
      `${schemas}/Error/properties/error/type`,
      'object',
      everywhere,
      'response 401: property error: type string → object',
    ],
    [
      '#/components/responses/QuizNotFound/content/application~1json/examples/case0/value/error',
      'No quiz',
      [getting],
      'response 404: error text "Quiz not found" removed',
    ],
    [
      `${list}/responses/401/content/application~1json/examples/case1`,
      undefined,
      [listing],
      'response 401: error text "Invalid API key" removed',
    ],
  ])('%s → %j breaks %j: %s', (pointer, value, operations, what) => {
    const changes = breakingChanges(quizDescription(), mutated(pointer, value));
    for (const where of operations) {
      expect(changes).toContainEqual({ where, what: expect.stringContaining(what) as string });
    }
  });

  it.each([
    ['#/paths/~1quizzes~1{id}/delete', { responses: { '200': { description: 'Deleted' } } }],
    [`${list}/parameters/2`, { name: 'authorId', in: 'query', schema: text }],
    [`${list}/summary`, 'All quizzes'],
    [`${create}/security`, []],
    [`${get}/responses/503`, { description: 'Service temporarily unavailable' }],
    [`${get}/responses/200/headers/ETag`, { schema: text }],
    [`${schemas}/QuizInput/properties/title/maxLength`, 300],
    [`${schemas}/QuizInput/properties/timeLimitSeconds`, integer],
    [`${schemas}/QuizInput/required`, ['title']],
    [`${schemas}/QuestionInput/properties/kind/enum/2`, 'text'],
    [`${schemas}/QuizItem/properties/timeLimitSeconds`, integer],
    [`${schemas}/QuizItem/properties/description/type`, 'string'],
    [`${schemas}/Quiz/properties/author/anyOf`, [{ $ref: '#/components/schemas/Profile' }]],
    ['#/components/responses/QuizNotFound/description', 'There is none'],
  ])('%s → %j breaks nothing', (pointer, value) => {
    expect(breakingChanges(quizDescription(), mutated(pointer, value))).toEqual([]);
  });
});
