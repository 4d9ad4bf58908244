import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { OpenApiDocument } from './document.js';
import { allOperations } from './paths.js';

/** The violations of Redocly's recommended rules, each with its rule and place. */
export async function lintDocument(document: OpenApiDocument): Promise<string[]> {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });
  const used = usedByExtension(document);
  return problems
    .map(({ ruleId, location: [place] }) => ({ ruleId, pointer: place?.pointer ?? '#/' }))
    .filter(({ ruleId, pointer }) => ruleId !== 'no-unused-components' || !used.includes(pointer))
    .map(({ ruleId, pointer }) => `${ruleId} ${pointer}`);
}

/** The components that only an extension refers to, which Redocly does not read. */
const usedByExtension = (document: OpenApiDocument) =>
  allOperations(document).flatMap(({ 'x-responses-by-query': schemas = {}, 'x-other-response': other = {} }) =>
    [...Object.values(schemas), other].flatMap((schema) => (typeof schema === 'object' ? (schema.$ref ?? []) : [])),
  );
