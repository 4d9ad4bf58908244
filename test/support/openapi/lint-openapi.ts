import { readFile } from 'node:fs/promises';
import { BaseResolver, createConfig, lintFromString, ResolveError } from '@redocly/openapi-core';
import type { OpenApiDocument } from './document.js';
import { allOperations } from './paths.js';

export interface LintProblem {
  ruleId: string;
  message: string;
  /** A JSON pointer into the document, such as `#/paths/~1quizzes/get`. */
  location: string;
}

/**
 * The violations of Redocly's recommended rules in an OpenAPI document, or in the file at a path. Nothing else is read
 * from disk or network: external references are violations.
 */
export async function lintDocument(document: OpenApiDocument | string): Promise<LintProblem[]> {
  const found = await lint(document);
  const used = typeof document === 'string' ? [] : usedByExtension(document);
  return found.filter(({ ruleId, location }) => ruleId !== 'no-unused-components' || !used.includes(location));
}

/** The components that only an extension refers to, which Redocly does not read. */
const usedByExtension = (document: OpenApiDocument) =>
  allOperations(document).flatMap(({ 'x-responses-by-query': schemas = {} }) =>
    Object.values(schemas).flatMap((schema) => (typeof schema === 'object' ? (schema.$ref ?? []) : [])),
  );

async function lint(document: OpenApiDocument | string): Promise<LintProblem[]> {
  const problems = await lintFromString({
    source: typeof document === 'string' ? await readFile(document, 'utf8') : JSON.stringify(document),
    absoluteRef: typeof document === 'string' ? document : 'openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
    externalRefResolver: new SelfContained(),
  });
  return problems.map(({ ruleId, message, location }) => ({ ruleId, message, location: location[0]?.pointer ?? '#/' }));
}

class SelfContained extends BaseResolver {
  override loadExternalRef(ref: string): Promise<never> {
    return Promise.reject(new ResolveError(new Error(`${ref} is outside of the document`)));
  }
}
