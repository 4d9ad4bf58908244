import type { OpenAPIObject } from '@nestjs/swagger';

export type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
export type Schema = Schemas[string];
export type SchemaObject = Exclude<Schema, { $ref: string }>;
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

export const operationsOf = (document: OpenAPIObject): Operation[] => operationsIn(document.paths);

export const webhookRequestsOf = (document: OpenAPIObject): Operation[] => operationsIn(document.webhooks ?? {});

function operationsIn(paths: OpenAPIObject['paths']): Operation[] {
  return Object.values(paths).flatMap(({ get, post, put, patch, delete: remove }) =>
    [get, post, put, patch, remove].filter((operation) => operation !== undefined),
  );
}

/** Names of the schemas that a part of a document refers to, directly or through others. */
export function schemasIn(document: OpenAPIObject, part: unknown): Set<string> {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (found.has(name)) continue;
      found.add(name);
      collect(document.components?.schemas?.[name]);
    }
  };
  if (part !== undefined) collect(part);
  return found;
}
