import { byPageOrCursor } from '../../../test/support/malformed-cursors.js';
import { type Call, headerOf, type Outcome, queryOf } from '../../../test/support/malformed-oracle.js';
import type { Outcomes } from '../../../test/support/malformed-outcomes.js';

const isEtag = (header: string | undefined) => /"\d+-/.test(header ?? '');

/** An update or deletion under `If-Match`. */
function precondition({ request }: Call, declared: Outcome[]): Outcome[] {
  const ifMatch = headerOf(request, 'if-match');
  const isAny = ifMatch === undefined || ifMatch === '*';
  if (isAny) return declared.filter(({ status }) => status !== 412);
  return isEtag(ifMatch) ? declared : declared.filter(({ status }) => status >= 400);
}

const EXPORT_TYPES: Partial<Record<string, string>> = { gift: 'text/plain', 'moodle-xml': 'application/xml' };

export default {
  'GET /api/quizzes': byPageOrCursor,
  'GET /api/quizzes/:id': ({ request }, declared) => {
    const ifNoneMatch = headerOf(request, 'if-none-match');
    if (ifNoneMatch === '*') return declared.filter(({ status }) => status !== 200);
    return isEtag(ifNoneMatch) ? declared : declared.filter(({ status }) => status !== 304);
  },
  'PUT /api/quizzes/:id': precondition,
  'DELETE /api/quizzes/:id': precondition,
  'PUT /admin/api/quizzes/:id': precondition,
  'DELETE /admin/api/quizzes/:id': precondition,
  // A quiz that has these questions already does not compare the tag.
  'PUT /admin/api/quizzes/:id/versions/:version/restoration': ({ request }, declared) => {
    const ifMatch = headerOf(request, 'if-match');
    return ifMatch === undefined || ifMatch === '*' ? declared.filter(({ status }) => status !== 412) : declared;
  },
  // The schema does not say that a text or a file is needed.
  'POST /admin/api/quizzes/question-reading': (_, declared) => [
    ...declared,
    { status: 400, paths: ['text'] },
    { status: 422 },
  ],
  'GET /admin/api/quizzes/:id/export': ({ request }, declared) => {
    const type = EXPORT_TYPES[queryOf(request.target).get('format') ?? ''];
    return type === undefined
      ? declared
      : declared.map((outcome) => (outcome.status === 200 ? { ...outcome, type } : outcome));
  },
} satisfies Outcomes;
