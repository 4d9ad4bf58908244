import { METHODS, type OpenApiDocument, type Parameter, type RequestBody, type SchemaObject } from './document.js';

export interface ListedOperation {
  method: string;
  /** Such as `/quizzes/{id}`. */
  template: string;
  parameters: Parameter[];
  /** The schema of the body, if it takes one. */
  body: SchemaObject | undefined;
  /** A valid body. */
  example: unknown;
}

/** All operations of a document. */
export function operationsOf({ paths = {} }: OpenApiDocument): ListedOperation[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const { schema, example } = (operation.requestBody as RequestBody | undefined)?.content['application/json'] ?? {};
      return {
        method: method.toUpperCase(),
        template,
        parameters: (operation.parameters ?? []) as Parameter[],
        body: schema as SchemaObject | undefined,
        example,
      };
    }),
  );
}
