// The changes of an operation's credentials that break a client.
import { isDeepStrictEqual } from 'node:util';
import { resolve, type Documents, type OpenApiDocument, type SecurityRequirement } from './document.js';

/** The credentials that no longer suffice, and the schemes with a new meaning. An empty list requires none. */
export function securityChanges(
  documents: Documents,
  before: SecurityRequirement[] = [],
  after: SecurityRequirement[] = [],
): string[] {
  const current = after.length > 0 ? after : [{}];
  const changes = (before.length > 0 ? before : [{}])
    .filter((credentials) => !current.some((requirement) => satisfies(credentials, requirement)))
    .map((credentials) => `security ${JSON.stringify(credentials)} no longer suffices`);
  const stillUsed = new Set(after.flatMap(Object.keys));
  for (const scheme of new Set(before.flatMap(Object.keys))) {
    const isSame = isDeepStrictEqual(definitionOf(documents.before, scheme), definitionOf(documents.after, scheme));
    if (stillUsed.has(scheme) && !isSame) changes.push(`security scheme ${scheme} changed`);
  }
  return changes;
}

function satisfies(credentials: SecurityRequirement, requirement: SecurityRequirement): boolean {
  return Object.entries(requirement).every(
    ([scheme, scopes]) => scopes.every((scope) => credentials[scheme]?.includes(scope)) && scheme in credentials,
  );
}

function definitionOf(document: OpenApiDocument, scheme: string): object | undefined {
  const definition = document.components?.securitySchemes?.[scheme];
  return definition && { ...resolve(document, definition), description: undefined };
}
