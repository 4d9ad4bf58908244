// Finds changes of an API's description that break clients of the former one.
import { METHODS, resolve, type Documents, type OpenApiDocument, type Operation, type PathItem } from './document.js';
import { requestChanges } from './request-changes.js';
import { responseChanges } from './response-changes.js';
import { securityChanges } from './security-changes.js';

export type { OpenApiDocument } from './document.js';

export interface BreakingChange {
  /** The operation, such as `PUT /quizzes/{id}`. */
  where: string;
  /** Such as `response 200: property maxAttempts removed`. */
  what: string;
}

/**
 * Returns the changes in `after` that break a client of `before`: requests that are no longer accepted, and responses,
 * headers and error texts that are missing or less strict. Both are OpenAPI 3.1 documents without external references;
 * throws if a reference cannot be resolved.
 */
export function breakingChanges(before: OpenApiDocument, after: OpenApiDocument): BreakingChange[] {
  const current = operationsOf(after);
  return [...operationsOf(before)].flatMap(([where, operation]) => {
    const other = current.get(where);
    const whats = other ? operationChanges({ before, after }, operation, other) : ['operation removed'];
    return whats.map((what) => ({ where, what }));
  });
}

/** The operations with what they inherit from their path and the document. */
function operationsOf(document: OpenApiDocument): Map<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const { parameters = [], servers, ...methods } = resolve<PathItem>(document, item);
    for (const method of METHODS) {
      const operation = methods[method];
      if (!operation) continue;
      operations.set(`${method.toUpperCase()} ${path}`, {
        ...operation,
        parameters: [...parameters, ...(operation.parameters ?? [])],
        security: operation.security ?? document.security ?? [],
        servers: operation.servers ?? servers ?? document.servers ?? [],
      });
    }
  }
  return operations;
}

function operationChanges(documents: Documents, before: Operation, after: Operation): string[] {
  const servers = new Set(after.servers?.map(({ url }) => url));
  return [
    ...(before.servers ?? []).filter(({ url }) => !servers.has(url)).map(({ url }) => `server ${url} removed`),
    ...securityChanges(documents, before.security, after.security),
    ...requestChanges(documents, before, after),
    ...responseChanges(documents, before, after),
  ];
}
