// Correct responses to calls of correct shape: from the description of the operation, and from what modules add to it.
import { type Call, headerOf, type Outcome, takesHeader } from './malformed-oracle.js';
import { PLACEHOLDERS } from './malformed-placeholders.js';
import { exportsOf } from './module-files.js';

/**
 * A module's knowledge of correct responses beyond the description of its API, by route, such as `GET /api/badges/:id`. The default
 * export of `libs/<name>/test/malformed.ts`, which only few modules need.
 */
export type Outcomes = Record<string, (call: Call, declared: Outcome[]) => Outcome[]>;

export const OUTCOMES: ReadonlyMap<string, Outcomes[string]> = new Map(
  exportsOf<Outcomes>('malformed.ts').flatMap(([, outcomes]) => Object.entries(outcomes)),
);

const { played, edited, doomed, userId, keyId } = PLACEHOLDERS;

/** Ids that exist, by the beginning of their paths. */
const EXISTING: Record<string, string[]> = { quizzes: [played, edited, doomed], users: [userId], keys: [keyId] };

/** Other requests may have deleted these. */
const DELETED = [doomed, keyId];

/** The success and the errors that an operation declares, as far as its id and headers allow them. */
export function declaredOutcomes({ request, operation, params }: Call): Outcome[] {
  const { template, success, errors } = operation;
  const notFound = errors.filter(({ status }) => status === 404);
  const others = errors.filter(({ status }) => status !== 404);
  const hasKey = headerOf(request, 'idempotency-key') !== undefined;
  const possible = [
    ...(takesHeader(operation, 'If-None-Match') && headerOf(request, 'if-none-match') !== undefined
      ? [{ status: 304 }]
      : []),
    ...others.filter(({ error = '' }) => hasKey || !error.includes('Idempotency-Key')),
  ];
  const { id = '', ...further } = params;
  const existing = EXISTING[template.split('/')[1] ?? ''];
  if (id === '' || existing === undefined) return [success, ...possible, ...notFound];
  if (!existing.includes(id)) return notFound.length > 0 ? notFound : [success, ...possible];
  const mayBeMissing = Object.keys(further).length > 0 || DELETED.includes(id);
  return [success, ...possible, ...(mayBeMissing ? notFound : [])];
}
