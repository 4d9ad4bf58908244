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

it.each<[string, Exchange]>([
  ['a submission', submission],
  ['an error', error],
  ['HEAD', { ...page, method: 'HEAD', body: '' }],
  ['a path that the document does not have', { ...page, target: '/api/nothing', status: 404, headers: {} }],
])('an exchange agrees: %s', (_, exchange) => {
  expect(disagreements(document, exchange)).toEqual([]);
});

it.each<[string, Exchange, string]>([
  ['a status', { ...submission, status: 200 }, 'the status is not declared by `status` or `errors` of the endpoint'],
  ['a success of an unknown method', { ...page, method: 'PATCH' }, 'the path has no such method'],
  ['a missing header', { ...error, headers: EVERY_HEADER }, 'header X-Error-Code is missing'],
  [
    'the code of an error',
    { ...error, headers: { ...EVERY_HEADER, 'x-error-code': 'attempt_not_found' } },
    'the error attempt_not_found is not declared by `errors` of the endpoint',
  ],
  [
    'a content type',
    { ...error, headers: { ...error.headers, 'content-type': 'text/html' } },
    'body of the content type text/html is not declared',
  ],
  [
    'a field that is not declared',
    { ...page, body: page.body?.replace('"total":0', '"total":0,"more":1') },
    'body: pagination.more must NOT have additional properties',
  ],
  [
    'an accepted query parameter that is sent twice',
    { ...page, target: `${page.target}&page=2` },
    'accepted query parameter page is sent 2 times',
  ],
  [
    'an accepted body',
    { ...submission, requestBody: { totalTimeMs: 1, answers: [], more: 1 } },
    'accepted body: more must NOT have additional properties',
  ],
  [
    'accepted credentials',
    { ...page, requestHeaders: { authorization: 'Bearer k' } },
    'accepted without the credentials [{"ApiKey":[]}]',
  ],
])('an exchange disagrees about %s', (_, exchange, problem) => {
  expect(disagreements(document, exchange)).toEqual([problem]);
});
