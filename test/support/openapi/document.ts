// The parts of an OpenAPI 3.1 document that tests read. Loose on purpose: what Nest generates fits as well.

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  servers?: Server[];
  paths?: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  components?: { securitySchemes?: Record<string, object>; schemas?: Record<string, Schema> };
  security?: SecurityRequirement[];
}

export interface Reference {
  $ref: string;
}

export interface Server {
  url: string;
}

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export type PathItem = { $ref?: string; servers?: Server[]; parameters?: (Parameter | Reference)[] } & Partial<
  Record<(typeof METHODS)[number], Operation>
>;

export interface Operation {
  summary?: string;
  deprecated?: boolean;
  servers?: Server[];
  security?: SecurityRequirement[];
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody | Reference;
  responses?: Record<string, Response | Reference | undefined>;
  /** The schemas of the successes where the query has a parameter with a value, such as `answers=hidden`. */
  'x-responses-by-query'?: Record<string, Schema>;
  /** The schema of the success in the cases that the description names. */
  'x-other-response'?: Schema;
}

/** The scopes required from each scheme; the schemes of one requirement are required together. */
export type SecurityRequirement = Record<string, string[]>;

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

export interface RequestBody {
  description?: string;
  required?: boolean;
  content: Content;
}

export interface Response {
  headers?: Record<string, Header | Reference>;
  content?: Content;
}

export interface Header {
  required?: boolean;
  schema?: Schema;
  examples?: Record<string, { value?: unknown } | Reference>;
}

export type Content = Record<string, MediaType>;

export interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown } | Reference>;
}

export type Schema = boolean | SchemaObject;

export interface SchemaObject {
  title?: string;
  description?: string;
  deprecated?: boolean;
  examples?: unknown;
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
  [keyword: string]: unknown;
}

/** Resolves references. Throws if a reference leads nowhere, out of the document or in a circle. */
export function resolve<T extends object>(document: OpenApiDocument, value: T | Reference, from: string[] = []): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  if (from.includes(value.$ref)) throw new Error(`$ref "${value.$ref}" refers to itself`);
  return resolve<T>(document, lookUp(document, value.$ref) as T | Reference, [...from, value.$ref]);
}

/** The target of a reference such as `#/components/schemas/Quiz`. */
function lookUp(document: OpenApiDocument, ref: string): unknown {
  if (!/^#(\/|$)/.test(ref)) throw new Error(`$ref "${ref}" leaves the document: only "#/…" is supported`);
  let found: unknown = document;
  for (const part of ref.split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[key] : undefined;
  }
  if (found === undefined) throw new Error(`$ref "${ref}" leads nowhere`);
  return found;
}
