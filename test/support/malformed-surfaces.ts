// The two interfaces that malformed requests are sent to: who calls them, and which responses to a call are correct.
import fc from 'fast-check';
import { ADMIN_PATH, BASE_PATH, ROLES } from '#libs/http';
import {
  type Call,
  headerOf,
  type MalformedRequest,
  type Operation,
  type Outcome,
  type Surface,
} from './malformed-oracle.js';
import { declaredOutcomes, OUTCOMES } from './malformed-outcomes.js';
import { PLACEHOLDERS } from './malformed-placeholders.js';
import type { OpenApiDocument } from './openapi/document.js';
import { API_RIGHTS, type Right, RIGHTS } from './rights.js';

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

/** Such as `GET /api/quizzes/:id`. */
const routeOf = ({ method, template }: Operation, base: string) =>
  `${method} ${base}${template.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** Who may call an operation, as the `rights.ts` of its module says. */
const rightTo = (operation: Operation, base: string): Right | undefined => RIGHTS.get(routeOf(operation, base))?.right;

/** Correct responses to a call whose shape is correct. */
function settle(call: Call, base: string): Outcome[] {
  const declared = declaredOutcomes(call);
  return OUTCOMES.get(routeOf(call.operation, base))?.(call, declared) ?? declared;
}

export function publicApi(document: OpenApiDocument): Surface {
  return {
    document,
    isLimited: true,
    outside: [{ status: 404, error: 'Not found' }],

    rejectCaller(request: MalformedRequest, operation: Operation | undefined): Outcome | undefined {
      const key = headerOf(request, 'x-api-key') ?? '';
      if (key === '') return { status: 401, error: 'API key is required' };
      const role = ROLES.find((name) => key === PLACEHOLDERS[name]);
      if (role === undefined) return { status: 401, error: 'Invalid API key' };
      const isAllowed = operation === undefined || API_RIGHTS.get(routeOf(operation, BASE_PATH))?.includes(role);
      return isAllowed === true ? undefined : { status: 403, error: 'Insufficient permissions' };
    },

    settle: (call) => settle(call, BASE_PATH),
  };
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
    // A path next to the interface may be the address of a page, which is served if the pages are built.
    outside: [{ status: 404 }, { status: 200, type: 'text/html' }],

    rejectCaller(request: MalformedRequest, operation: Operation | undefined): Outcome | undefined {
      if (operation !== undefined && rightTo(operation, ADMIN_PATH) === 'public') return undefined;
      if (headerOf(request, 'cookie') !== PLACEHOLDERS.cookie) return { status: 401, error: 'Not signed in' };
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const hasToken = headerOf(request, 'x-csrf-token') === PLACEHOLDERS.csrfToken;
      return isRead || hasToken ? undefined : { status: 403, error: 'Invalid CSRF token' };
    },

    settle: (call) => settle(call, ADMIN_PATH),
  };
}
