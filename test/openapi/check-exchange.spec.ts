// The problems that the check of all e2e tests finds in one exchange.
import openApi from '../../apps/api/openapi.json' with { type: 'json' };
import { disagreements, type Exchange } from '../support/openapi/check-exchange.js';
import type { OpenApiDocument } from '../support/openapi/document.js';

const document = openApi as OpenApiDocument;

const ID = '019b76da-a800-7000-8000-000000000001';

const EVERY_HEADER = {
  'x-ratelimit-limit': 100,
  'x-ratelimit-remaining': '99',
  'x-ratelimit-reset': 1767225660,
  'ratelimit-policy': '"default";q=100;w=60',
  ratelimit: '"default";r=99;t=42',
  etag: '"a"',
  'x-request-id': ID,
  'content-type': 'application/json; charset=utf-8',
};

const submission: Exchange = {
  method: 'POST',
  target: `/api/quizzes/${ID}/attempts`,
  requestHeaders: { 'x-api-key': 'k', 'content-type': 'Application/JSON;charset=utf-8', 'idempotency-key': 'a' },
  requestBody: { totalTimeMs: 1, answers: [{ questionId: ID, answerId: ID }] },
  status: 201,
  headers: EVERY_HEADER,
  body: JSON.stringify({
    ...{ attemptId: ID, correctCount: 0, totalQuestions: 1, percentage: 0, passed: false, totalTimeMs: 1 },
    ...{ answers: [{ questionId: ID, answerId: ID, isCorrect: false, correctAnswerId: ID }] },
  }),
};

const page: Exchange = {
  method: 'GET',
  target: `/api/quizzes/${ID}/attempts?page=2&limit=1000&userId=${ID}&unknown`,
  requestHeaders: { 'x-api-key': 'k' },
  status: 200,
  headers: EVERY_HEADER,
  body: JSON.stringify({ attempts: [], pagination: { page: 2, limit: 100, total: 0, totalPages: 0 } }),
};

const error: Exchange = {
  ...page,
  status: 404,
  headers: { ...EVERY_HEADER, 'x-error-code': 'quiz_not_found' },
  body: JSON.stringify({ error: 'Quiz not found' }),
};

const notModified: Exchange = {
  ...page,
  target: `/api/quizzes/${ID}`,
  status: 304,
  headers: { ...EVERY_HEADER, etag: '"1-a"', 'content-type': undefined },
  body: '',
};

describe('an exchange', () => {
  it.each<[string, Exchange]>([
    ['a submission', submission],
    ['a page', page],
    ['HEAD', { ...page, method: 'HEAD', body: '' }],
    ['an error', error],
    [
      'an error to a method that the path does not know',
      {
        ...error,
        ...{ method: 'PATCH', status: 405 },
        headers: { ...EVERY_HEADER, allow: 'GET', 'x-error-code': 'method_not_allowed' },
      },
    ],
    ['304', notModified],
    ['a preflight', { ...page, method: 'OPTIONS', status: 204, headers: {} }],
    ['a path that the document does not have', { ...page, target: '/api/nothing', status: 404, headers: {} }],
    ['a path outside the base', { ...page, target: '/health/live', headers: {} }],
    [
      'a rejected request',
      {
        ...submission,
        requestBody: {},
        status: 400,
        headers: { ...EVERY_HEADER, 'x-error-code': 'validation_failed' },
        body: '{"error":"answers: is required"}',
      },
    ],
  ])('agrees: %s', (_, exchange) => {
    expect(disagreements(document, exchange)).toEqual([]);
  });

  it.each<[string, Exchange, string]>([
    ['a status', { ...submission, status: 200 }, 'the status is not declared by `status` or `errors` of the endpoint'],
    ['a success of an unknown method', { ...page, method: 'PATCH' }, 'the path has no such method'],
    [
      'a missing header',
      { ...page, headers: { ...EVERY_HEADER, 'x-ratelimit-reset': undefined } },
      'header X-RateLimit-Reset is missing',
    ],
    [
      'a missing header of one status',
      { ...error, status: 503, headers: { ...EVERY_HEADER, 'x-error-code': 'service_unavailable' } },
      'header Retry-After is missing',
    ],
    ['an error without a code', { ...error, headers: EVERY_HEADER }, 'header X-Error-Code is missing'],
    [
      'the code of an error',
      { ...error, headers: { ...EVERY_HEADER, 'x-error-code': 'attempt_not_found' } },
      'the error attempt_not_found is not declared by `errors` of the endpoint',
    ],
    [
      'a header',
      { ...page, headers: { ...EVERY_HEADER, 'x-ratelimit-limit': '1.5' } },
      'header X-RateLimit-Limit must be integer: 1.5',
    ],
    [
      'a missing content type',
      { ...page, headers: { ...EVERY_HEADER, 'content-type': undefined } },
      'body of the content type none is not declared',
    ],
    [
      'a content type',
      { ...error, headers: { ...error.headers, 'content-type': 'text/html' } },
      'body of the content type text/html is not declared',
    ],
    [
      'a content type where there is no body',
      { ...notModified, headers: { ...notModified.headers, 'content-type': 'text/html' } },
      'body of the content type text/html is not declared',
    ],
    [
      'a field',
      { ...page, body: page.body?.replace('"total":0', '"total":"0"') },
      'body: pagination.total must be integer',
    ],
    [
      'a field that is not declared',
      { ...page, body: page.body?.replace('"total":0', '"total":0,"more":1') },
      'body: pagination.more must NOT have additional properties',
    ],
    ['a missing field', { ...error, body: '{}' }, "body: error must have required property 'error'"],
    ['a body that is no JSON', { ...error, body: 'Quiz not found' }, 'body: body must be object'],
    [
      'an accepted query',
      { ...page, target: page.target.replace('page=2', 'page=0') },
      'accepted query parameter page must be >= 1: 0',
    ],
    [
      'an accepted query parameter that is sent twice',
      { ...page, target: `${page.target}&page=2` },
      'accepted query parameter page is sent 2 times',
    ],
    [
      'an accepted header',
      { ...submission, requestHeaders: { ...submission.requestHeaders, 'idempotency-key': 'é' } },
      'accepted header parameter Idempotency-Key must match pattern "^[\\x21-\\x7e]{1,255}$": é',
    ],
    [
      'an accepted body',
      { ...submission, requestBody: { totalTimeMs: 1, answers: [], more: 1 } },
      'accepted body: more must NOT have additional properties',
    ],
    [
      'an accepted content type',
      { ...submission, requestHeaders: { ...submission.requestHeaders, 'content-type': 'text/plain' } },
      'accepted body of the content type text/plain is not declared',
    ],
    [
      'accepted credentials',
      { ...page, requestHeaders: { authorization: 'Bearer k' } },
      'accepted without the credentials [{"ApiKey":[]}]',
    ],
    ['an accepted request without a body', { ...submission, requestBody: undefined }, 'accepted without a body'],
  ])('disagrees about %s', (_, exchange, problem) => {
    expect(disagreements(document, exchange)).toEqual([problem]);
  });
});

describe('an accepted query', () => {
  const parameters = [
    { name: 'search', in: 'query', schema: { type: 'string' } },
    { name: 'page', in: 'query', schema: { type: 'array', items: { type: 'integer' }, maxItems: 2 } },
  ];
  const responses = { 200: {} };
  const described: OpenApiDocument = {
    ...{ openapi: '3.1.0', info: { title: 'Lists', version: '1' } },
    paths: { '/quizzes': { get: { parameters, responses } } },
  };
  const disagreementsOf = (query: string) =>
    disagreements(described, {
      method: 'GET',
      target: `/quizzes?${query}`,
      requestHeaders: {},
      status: 200,
      headers: {},
    });

  it.each(['search=a,b', 'page=1', 'page=1&page=2', 'other=1&other=2'])('agrees: %s', (query) => {
    expect(disagreementsOf(query)).toEqual([]);
  });

  it.each<[string, string]>([
    ['search=a&search=b', 'accepted query parameter search is sent 2 times'],
    ['search=a&search=a', 'accepted query parameter search is sent 2 times'],
    ['search=&search=&se%61rch=', 'accepted query parameter search is sent 3 times'],
    ['page=1,2', 'accepted query parameter page must be integer: 1,2'],
    ['page=1&page=a', 'accepted query parameter page must be integer: 1, a'],
    ['page=1&page=2&page=3', 'accepted query parameter page must NOT have more than 2 items: 1, 2, 3'],
  ])('disagrees: %s', (query, problem) => {
    expect(disagreementsOf(query)).toEqual([problem]);
  });
});

it('the schema of a response may depend on the query', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const bodyWith = (answer: object) =>
    JSON.stringify({
      ...{
        id: ID,
        title: 'A',
        description: null,
        heroImageUrl: null,
        authorId: ID,
        maxAttempts: 1,
        timeLimitSeconds: 0,
      },
      ...{ randomizeQuestions: true, createdAt: at, updatedAt: at, author: { id: ID, displayName: 'A', image: null } },
      questions: [{ id: ID, text: 'Q', imageUrl: null, order: 0, answers: [{ id: ID, text: 'A', ...answer }] }],
    });
  const problems = (query: string, answer: object) => {
    const exchange = { ...page, target: `/api/quizzes/${ID}${query}`, body: bodyWith(answer) };
    return disagreements(document, { ...exchange, headers: { ...EVERY_HEADER, etag: '"1-a"' } });
  };
  expect([problems('', { isCorrect: true }), problems('?answers=hidden', {})]).toEqual([[], []]);
  expect(problems('', {})).toEqual([expect.stringContaining('isCorrect')]);
  expect(problems('?answers=hidden', { isCorrect: true })).toEqual([expect.stringContaining('isCorrect')]);
});
