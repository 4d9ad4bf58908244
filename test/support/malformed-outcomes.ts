// Correct responses to calls whose shape is correct: what the description of an operation says, and what modules know beyond it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Call, headerOf, type Outcome, takesHeader } from './malformed-oracle.js';
import { PLACEHOLDERS } from './malformed-placeholders.js';

/**
 * What a module knows of correct responses and the description of its API does not say, by route, such as `GET /api/badges/:id`. The
 * default export of `libs/<name>/test/malformed.ts`, which only few modules need.
 */
export type Outcomes = Record<string, (call: Call, declared: Outcome[]) => Outcome[]>;

const LIBS = fileURLToPath(new URL('../../libs', import.meta.url));

export const OUTCOMES: ReadonlyMap<string, Outcomes[string]> = new Map(
  readdirSync(LIBS, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[\w-]+\/test\/malformed\.ts$/.test(path))
    .flatMap((path) => {
      // Needed while tests are collected, so that it cannot be awaited.
      // oxlint-disable-next-line typescript/no-require-imports
      const { default: outcomes } = require(join(LIBS, path)) as { default: Outcomes };
      return Object.entries(outcomes);
    }),
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
