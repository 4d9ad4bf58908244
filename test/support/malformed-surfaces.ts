// The two interfaces that malformed requests are sent to: who calls them, what exists in them, and what a call comes to.
import fc from 'fast-check';
import { ADMIN_PATH, BASE_PATH, ROLES } from '#libs/http';
import {
  type Call,
  headerOf,
  type MalformedRequest,
  type Operation,
  type Outcome,
  queryOf,
  type Surface,
  takesHeader,
} from './malformed-oracle.js';
import type { OpenApiDocument } from './openapi/document.js';
import { type Right, RIGHTS } from './rights.js';

/**
 * Stand for what exists: requests are generated before the service has ids and keys, so that a seed gives the same ones again.
 * {@link fill} puts in the real ones. They differ in most characters, so that a damaged one is not another, and have letters, so that
 * upper case makes a difference.
 */
export const PLACEHOLDERS = {
  played: '1a1a1a1a-1a1a-7a1a-8a1a-1a1a1a1a1a1a',
  edited: '2b2b2b2b-2b2b-7b2b-8b2b-2b2b2b2b2b2b',
  doomed: '3c3c3c3c-3c3c-7c3c-8c3c-3c3c3c3c3c3c',
  questionId: '4d4d4d4d-4d4d-7d4d-8d4d-4d4d4d4d4d4d',
  answerId: '5e5e5e5e-5e5e-7e5e-8e5e-5e5e5e5e5e5e',
  attemptId: '6f6f6f6f-6f6f-7f6f-8f6f-6f6f6f6f6f6f',
  userId: '7a7b7a7b-7a7b-7a7b-8a7b-7a7b7a7b7a7b',
  keyId: '8c8d8c8d-8c8d-7c8d-8c8d-8c8d8c8d8c8d',
  admin: '{admin}',
  player: '{player}',
  viewer: '{viewer}',
  cookie: '{cookie}',
  csrfToken: '{csrf}',
};
export type Placeholder = keyof typeof PLACEHOLDERS;
export type Real = Record<Placeholder, string>;

const NAMES = new Map(Object.entries(PLACEHOLDERS).map(([name, placeholder]) => [placeholder, name as Placeholder]));
const PLACEHOLDER = new RegExp([...NAMES.keys()].map((text) => text.replaceAll(/[{}]/g, '\\$&')).join('|'), 'gi');

/** Puts real ids and keys in the place of those that stand for them; where those are in upper case, so are these. */
export function fill(text: string, real: Real): string {
  return text.replaceAll(PLACEHOLDER, (found) => {
    const value = real[NAMES.get(found.toLowerCase()) as Placeholder];
    return found === found.toLowerCase() ? value : value.toUpperCase();
  });
}

const { played, edited, doomed, questionId, answerId, attemptId, userId, keyId } = PLACEHOLDERS;

export type Callers = fc.Arbitrary<MalformedRequest['headers']>;

export const apiCallers: Callers = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ 'x-api-key': PLACEHOLDERS.admin }) },
  { weight: 4, arbitrary: fc.constantFrom({ 'x-api-key': PLACEHOLDERS.player }, { 'x-api-key': PLACEHOLDERS.viewer }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<MalformedRequest['headers']>(
      {},
      { authorization: `Bearer ${PLACEHOLDERS.admin}` },
      { cookie: `x-api-key=${PLACEHOLDERS.admin}` },
      ...[
        '',
        '  ',
        'x',
        'null',
        'qk_',
        `qk_${'0'.repeat(49)}`,
        'x'.repeat(8_000),
        'é',
        `Bearer ${PLACEHOLDERS.admin}`,
      ].map((key) => ({ 'x-api-key': key })),
      ...[
        `${PLACEHOLDERS.admin} x`,
        `${PLACEHOLDERS.admin}0`,
        `"${PLACEHOLDERS.admin}"`,
        ` \t${PLACEHOLDERS.admin}  `,
      ].map((key) => ({ 'x-api-key': key })),
      { 'x-api-key': [PLACEHOLDERS.admin, PLACEHOLDERS.admin] },
      { 'x-api-key': [PLACEHOLDERS.player, PLACEHOLDERS.admin] },
      { 'x-api-key': ['', PLACEHOLDERS.admin] },
    ),
  },
);

/** Who may call an operation, as the `rights.ts` of its module says. */
function rightTo({ method, template }: Operation, base: string): Right | undefined {
  return RIGHTS.get(`${method} ${base}${template.replaceAll(/\{(\w+)\}/g, ':$1')}`)?.right;
}

export function publicApi(document: OpenApiDocument): Surface {
  return {
    document,
    isLimited: true,
    outside: [{ status: 404, error: 'Not found' }],

    refuse(request: MalformedRequest, operation: Operation | undefined): Outcome | undefined {
      const key = headerOf(request, 'x-api-key') ?? '';
      if (key === '') return { status: 401, error: 'API key is required' };
      const role = ROLES.find((name) => key === PLACEHOLDERS[name]);
      if (role === undefined) return { status: 401, error: 'Invalid API key' };
      const isAllowed = operation === undefined || rightTo(operation, BASE_PATH)?.includes(role);
      return isAllowed === true ? undefined : { status: 403, error: 'Insufficient permissions' };
    },

    settle: settleQuizzes,
  };
}

/** Right answers to a call whose `id`, where it has one, is a quiz's: the same in both interfaces. */
function settleQuizzes(call: Call): Outcome[] {
  const { id } = call.params;
  const quizNotFound = { status: 404, error: 'Quiz not found' };
  if (id !== undefined && ![played, edited, doomed].includes(id)) return [quizNotFound];
  const isUncertain = id === doomed;
  return [...(isUncertain ? [quizNotFound] : []), ...settleFound(call)];
}

function settleFound(call: Call): Outcome[] {
  const { request, operation, params, body } = call;
  const { success } = operation;
  if (takesHeader(operation, 'If-Match')) return settlePrecondition(headerOf(request, 'if-match'), success);
  const ifNoneMatch = headerOf(request, 'if-none-match');
  if (takesHeader(operation, 'If-None-Match') && ifNoneMatch !== undefined) {
    if (ifNoneMatch === '*') return [{ status: 304 }];
    return /"\d+-/.test(ifNoneMatch) ? [success, { status: 304 }] : [success];
  }
  // The attempt is the player's: administrators see it too.
  const isVisible = params.attemptId === attemptId && headerOf(request, 'x-api-key') !== PLACEHOLDERS.viewer;
  if (params.attemptId !== undefined && !isVisible) return [{ status: 404, error: 'Attempt not found' }];
  const foreign = operation.template.endsWith('/attempts') && operation.method === 'POST' ? foreignAnswers(body) : [];
  if (foreign.length > 0) return [{ status: 400, paths: foreign }];
  return [success, ...repetitionsOf(call)];
}

/** What a request may be answered because of its Idempotency-Key. */
function repetitionsOf({ request, operation }: Call): Outcome[] {
  if (!takesHeader(operation, 'Idempotency-Key') || headerOf(request, 'idempotency-key') === undefined) return [];
  return [
    { status: 409, error: 'A request with this Idempotency-Key is in progress' },
    { status: 422, error: 'Idempotency-Key was used with a different request' },
  ];
}

function settlePrecondition(ifMatch: string | undefined, success: Outcome): Outcome[] {
  const changed = { status: 412, error: 'Quiz has been changed since it was read' };
  if (ifMatch === undefined || ifMatch === '*') return [success];
  return /"\d+-/.test(ifMatch) ? [success, changed] : [changed];
}

/** Paths of the answers that are none of the one question that is known, or that answer it again. */
function foreignAnswers(body: unknown): string[] {
  const { answers } = body as { answers: Record<string, string>[] };
  return answers.flatMap((answer, index) => {
    if (answer.questionId !== questionId) return [`answers[${index}].questionId`];
    const isAgain = answers.slice(0, index).some((earlier) => earlier.questionId === questionId);
    if (isAgain) return [`answers[${index}].questionId`];
    return answer.answerId === answerId ? [] : [`answers[${index}].answerId`];
  });
}

export const backofficeCallers: Callers = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ cookie: PLACEHOLDERS.cookie, 'x-csrf-token': PLACEHOLDERS.csrfToken }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<MalformedRequest['headers']>(
      {},
      { 'x-csrf-token': PLACEHOLDERS.csrfToken },
      { 'x-api-key': PLACEHOLDERS.admin },
      { cookie: 'session=' },
      { cookie: 'session=%' },
      { cookie: `session=${'x'.repeat(43)}` },
      { cookie: `session=${'x'.repeat(5_000)}` },
      { cookie: '=;;=; =x; session' },
      { cookie: PLACEHOLDERS.cookie },
      { cookie: PLACEHOLDERS.cookie, 'x-csrf-token': '' },
      { cookie: PLACEHOLDERS.cookie, 'x-csrf-token': 'é' },
      { cookie: PLACEHOLDERS.cookie, 'x-csrf-token': [PLACEHOLDERS.csrfToken, PLACEHOLDERS.csrfToken] },
    ),
  },
);

export function backoffice(document: OpenApiDocument): Surface {
  return {
    document,
    isLimited: false,
    // What lies beside the interface may be a page's own address, which answers with the pages where they are built.
    outside: [{ status: 404 }, { status: 200, type: 'text/html' }],

    refuse(request: MalformedRequest, operation: Operation | undefined): Outcome | undefined {
      if (operation !== undefined && rightTo(operation, ADMIN_PATH) === 'public') return undefined;
      if (headerOf(request, 'cookie') !== PLACEHOLDERS.cookie) return { status: 401, error: 'Not signed in' };
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const hasToken = headerOf(request, 'x-csrf-token') === PLACEHOLDERS.csrfToken;
      return isRead || hasToken ? undefined : { status: 403, error: 'Invalid CSRF token' };
    },

    settle(call: Call): Outcome[] {
      const { request, operation, params, body } = call;
      const { success } = operation;
      switch (`${operation.method} ${operation.template}`) {
        case 'POST /session':
          return [
            { status: 401, error: 'Invalid email or password' },
            { status: 429, error: 'Too many sign-in attempts. Please try again later.' },
          ];
        case 'PUT /session/password':
        case 'POST /session/second-factor':
        case 'POST /session/second-factor/recovery-codes':
        case 'POST /session/second-factor/removal':
          return [
            { status: 403, error: 'Current password is wrong' },
            { status: 429, error: 'Too many sign-in attempts. Please try again later.' },
          ];
        // The session has no second factor, and sets none up.
        case 'POST /session/second-factor/confirmation':
          return [{ status: 409, error: 'No second factor is being set up' }];
        case 'GET /session/second-factor':
          return [success];
        case 'POST /users':
          return [
            success,
            ...weaknessOf(body),
            { status: 409, error: 'Email is already in use' },
            ...repetitionsOf(call),
          ];
        case 'GET /users/{id}':
        case 'PATCH /users/{id}':
        case 'GET /users/{id}/second-factor':
        case 'DELETE /users/{id}/second-factor':
        case 'PUT /users/{id}/password':
          return params.id === userId ? [success, ...weaknessOf(body)] : [{ status: 404, error: 'User not found' }];
        case 'POST /keys': {
          const isFound = (body as { userId: string }).userId === userId;
          const repetitions = repetitionsOf(call);
          return [
            isFound ? success : { status: 400, paths: ['userId'] },
            ...repetitions,
            ...(repetitions.length === 0
              ? []
              : [
                  { status: 404, error: 'API key not found' },
                  {
                    status: 409,
                    error: 'The key was created by an earlier request with this Idempotency-Key. It is not shown again',
                  },
                ]),
          ];
        }
        case 'GET /keys/{id}':
        case 'DELETE /keys/{id}': {
          const notFound = { status: 404, error: 'API key not found' };
          return params.id === keyId ? [success, notFound] : [notFound];
        }
        case 'GET /quizzes/{id}/export':
          return settleQuizzes({ ...call, operation: { ...operation, success: exportOf(request, success) } });
        default:
          return settleQuizzes(call);
      }
    },
  };
}

/** A new password may be too easy to guess. */
function weaknessOf(body: unknown): Outcome[] {
  const { password } = (body ?? {}) as { password?: unknown };
  return password === undefined ? [] : [{ status: 400, paths: ['password'] }];
}

/** The success of an export whose query says in which format. */
function exportOf({ target }: MalformedRequest, jsonLines: Outcome): Outcome {
  return queryOf(target).get('format') === 'gift' ? { ...jsonLines, type: 'text/plain' } : jsonLines;
}
