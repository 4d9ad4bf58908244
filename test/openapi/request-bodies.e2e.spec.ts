// Compares the description of request bodies with the service: both get values at every limit.
import { createPlayer, createQuiz, type Player, type Quiz, quizBody } from '../support/factories.js';
import { RULES_BEYOND_SCHEMAS } from '../support/openapi/beyond-schemas.js';
import type { OpenApiDocument, RequestBody, SchemaObject } from '../support/openapi/document.js';
import { documentsOf } from '../support/openapi/documents-of.js';
import { type SchemaProblem, validatorOf } from '../support/openapi/validate-schema.js';
import { sharedService, type SharedService } from '../support/service.js';

const ID = '019b76da-a800-7000-8000-000000000001';
const OWL = '🦉';

/** Lengths at the limits of every text, and one more. */
const LENGTHS = [1, 2, 3, 11, 12, 40, 41, 100, 101, 200, 201, 254, 255, 500, 501, 1000, 1001, 2000, 2001, 2048, 2049];

const INTEGERS = [-1, 0, 1, ...[604_800, 1_000_000, 2 ** 31 - 1, 2 ** 53 - 1].flatMap((limit) => [limit, limit + 1])];

/** Texts for fields whose valid value matches. The other fields get the first one. */
const TEXTS: [RegExp, string[]][] = [
  [
    /@/,
    [
      ...['a@b', ' a@b ', 'A@B', 'a@b@c', '@', 'a @b'],
      ...[1, 254, 255].map((length) => ` \u3000${'a@b'.padEnd(length, 'c').slice(0, length)}\n`),
    ],
  ],
  [/^viewer$/, ['admin', 'ADMIN', 'player ']],
  [/^[\da-f]{8}-/, [ID, ID.toUpperCase(), `urn:uuid:${ID}`, `{${ID}}`, `${ID}0`]],
  [
    /^2999-/,
    [
      ...['2999-01-01T00:00:00Z', '2999-01-01T00:00Z', '2999-12-31T23:59:59.123+02:00'],
      ...['2999-01-01t00:00:00z', '2999-01-01 00:00:00Z', '2999-13-01T00:00:00Z', '2999-01-01T00:00:60Z', '2999-01-01'],
    ],
  ],
  [
    /^https:/,
    [
      ...['https://a', 'HTTP://A', 'https:///a', 'https://', 'https://?', 'https:a', 'https:\\\\a', 'https://a/b c'],
      ...[' https://a', 'https://a/日本', 'https://a/"><script>', 'https://a/\u0001', 'https://a/\ud83e', 'ftp://a'],
      ...['//a', '/a', 'http\u017f://a'],
      ...['https://a/'.padEnd(2048, 'a'), 'https://a/'.padEnd(2049, 'a'), 'https://a/'.padEnd(2048, '日')],
    ],
  ],
];

/** A value of each kind and at each limit; undefined is none at all. */
const VALUES: unknown[] = [
  ...[undefined, null, true, false, 1.5, 1e300, [], {}, [[]], ['a'], [{}], { text: 'a' }],
  ...INTEGERS,
  ...LENGTHS.map((length) => OWL.repeat(length)),
  ...['', ' ', '\t\n\v\f\r\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff', '\u200b', '\u0085', '\u001c', 'a b'],
  ...['\0', 'a\0', ' \0 ', '\ud83e', 'a\udd89', '\udd89\ud83e', 'a\ud83e ', '\uffff', '\u{10ffff}', 'e\u0301'],
  ...['true', '1'],
];

type Path = (string | number)[];

/** The places of a body: its fields and their parts, and in each object a field that no schema knows. */
function placesOf(was: unknown, path: Path = []): { path: Path; was: unknown }[] {
  if (typeof was !== 'object' || was === null) return [{ path, was }];
  // Of a list the first item stands for all.
  const parts = Array.isArray(was) ? [[0, was[0]] as const] : Object.entries({ ...was, unknown: 1 });
  return [{ path, was }, ...parts.flatMap(([step, part]) => placesOf(part, [...path, step]))];
}

function replaced(body: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const copy = (Array.isArray(body) ? [...(body as unknown[])] : { ...(body as object) }) as Record<string, unknown>;
  copy[step] = replaced(copy[step], rest, value);
  return copy;
}

/** Fields that are ignored or unknown to every schema: a few values suffice. */
const INDIFFERENT = new Set<unknown>(['id', 'order', 'authorId', 'author', 'createdAt', 'updatedAt', 'unknown']);

/** All values, but only some of the many texts where the valid value is no text. */
function valuesAt(path: Path, was: unknown): unknown[] {
  if (path.some((step) => INDIFFERENT.has(step))) return VALUES.slice(0, 4);
  if (typeof was === 'string')
    return [...VALUES, ...TEXTS.flatMap(([valid, texts]) => (valid.test(was) ? texts : texts.slice(0, 1)))];
  const all = [...VALUES, ...TEXTS.flatMap(([, texts]) => texts)];
  return all.filter((value, index) => typeof value !== 'string' || index % 8 === 0);
}

let service: SharedService;
let admin: Player;
let api: OpenApiDocument;
let backoffice: OpenApiDocument;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  [api, backoffice] = documentsOf(service.app);
});

type Method = 'post' | 'put' | 'patch';

function schemaOf(document: OpenApiDocument, method: Method, path: string): SchemaObject {
  const body = document.paths?.[path]?.[method]?.requestBody as RequestBody;
  return body.content['application/json']?.schema as SchemaObject;
}

interface Verdict {
  schema: SchemaProblem[];
  status: number;
  error: string;
}

type Send = (body: string) => Promise<Response>;

/** Sends the body with every value in every place. @returns what schema and service disagree about */
async function disagreements(
  document: OpenApiDocument,
  schema: SchemaObject,
  body: unknown,
  send: Send,
): Promise<string[]> {
  const validate = validatorOf(document, schema);
  const cases = placesOf(body).flatMap(({ path, was }) => valuesAt(path, was).map((value) => ({ path, value })));
  const found: string[] = [];
  let accepted = 0;
  const work = async () => {
    for (let next = cases.pop(); next !== undefined; next = cases.pop()) {
      const sent = replaced(body, next.path, next.value);
      if (sent === undefined) continue;
      const text = JSON.stringify(sent);
      const verdict: Verdict = { schema: validate(JSON.parse(text)), ...(await judge(await send(text))) };
      if (verdict.status !== 400) accepted += 1;
      if (!isAgreed(verdict))
        found.push(`${next.path.join('.')} = ${JSON.stringify(next.value)}: ${JSON.stringify(verdict)}`);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  expect(accepted).toBeGreaterThan(0);
  return found;
}

async function judge(response: Response): Promise<{ status: number; error: string }> {
  const { error = '' } = (await response.json()) as { error?: string };
  return { status: response.status, error };
}

function isAgreed({ schema, status, error }: Verdict): boolean {
  if (status >= 500) return false;
  if (schema.length > 0) return status === 400;
  return (
    status !== 400 ||
    error.split('; ').every((problem) => RULES_BEYOND_SCHEMAS.some(({ text }) => problem.includes(text)))
  );
}

const withKey = (method: string, path: string) => (body: string) =>
  fetch(`${service.url}/api${path}`, {
    method,
    headers: { 'x-api-key': admin.key, 'content-type': 'application/json' },
    body,
  });

const inSession = (method: string, path: string) => (body: string) =>
  service.backoffice.request(method, path, JSON.parse(body));

describe('the description of request bodies', () => {
  it('accepts the same bodies as POST /quizzes, as far as a schema can describe them', async () => {
    const { id, authorId, author, createdAt, updatedAt, questions, ...fields } = await createQuiz(admin, {
      ...quizBody(1),
      description: 'd',
      heroImageUrl: 'https://example.com/',
    });
    const [question] = questions;
    const body = {
      ...{ id, authorId, author, createdAt, updatedAt },
      ...fields,
      questions: [{ ...question, imageUrl: 'https://example.com/', answers: quizBody(1).questions[0]?.answers }],
    };
    const schema = schemaOf(api, 'post', '/quizzes');
    expect(schemaOf(api, 'put', '/quizzes/{id}')).toEqual(schema);
    expect(schemaOf(backoffice, 'post', '/quizzes')).toEqual(schema);
    expect(backoffice.components?.schemas?.QuizBody).toEqual(api.components?.schemas?.QuizBody);
    expect(await disagreements(api, schema, body, withKey('POST', '/quizzes'))).toEqual([]);
  });

  it('accepts the same bodies as POST /quizzes/{id}/attempts, as far as a schema can describe them', async () => {
    const { id, questions } = await createQuiz(admin, quizBody(1, { maxAttempts: 1_000_000 }));
    const [question] = questions;
    const body = {
      answers: [{ questionId: question?.id, answerId: question?.answers[0]?.id }],
      totalTimeMs: 1,
      timedOut: false,
    };
    const schema = schemaOf(api, 'post', '/quizzes/{id}/attempts');
    expect(await disagreements(api, schema, body, withKey('POST', `/quizzes/${id}/attempts`))).toEqual([]);
  });

  it.each<[Method, string, (userId: string) => [path: string, body: object]]>([
    [
      'post',
      '/users',
      () => ['/users', { email: 'a@b', displayName: 'A', image: 'https://example.com/', role: 'viewer' }],
    ],
    [
      'patch',
      '/users/{id}',
      (id) => [`/users/${id}`, { displayName: 'A', image: null, role: 'viewer', suspended: true }],
    ],
    ['post', '/keys', (userId) => ['/keys', { name: 'A', userId, expiresAt: '2999-01-01T00:00:00Z' }]],
  ])(
    'accepts the same bodies as %s %s of the backoffice, as far as a schema can describe them',
    async (method, of, example) => {
      const { userId } = await createPlayer(service);
      const [path, body] = example(userId);
      const send = inSession(method.toUpperCase(), path);
      expect(await disagreements(backoffice, schemaOf(backoffice, method, of), body, send)).toEqual([]);
    },
  );
});

describe('a rule that no schema can describe', () => {
  it.each(RULES_BEYOND_SCHEMAS)('$of $path: $rule', async ({ text, of, path, example }) => {
    const { id, questions } = await createQuiz(admin);
    const [{ id: questionId, answers }] = questions as [Quiz['questions'][0]];
    const { userId } = await createPlayer(service);
    const body = example({ questionId, answerId: answers[0]?.id ?? '', userId });
    const document = of === 'api' ? api : backoffice;
    const target = path.replace('{id}', id);
    const send = of === 'api' ? withKey('POST', target) : inSession('POST', target);
    expect(validatorOf(document, schemaOf(document, 'post', path))(body)).toEqual([]);
    const { status, error } = await judge(await send(JSON.stringify(body)));
    expect([status, error]).toEqual([400, expect.stringContaining(text)]);
  });
});
