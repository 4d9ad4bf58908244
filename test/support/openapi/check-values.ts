// Checks whether the parts of a message match their declarations.
import type { Content, Header, OpenApiDocument } from './document.js';
import { fromText, validatorOf } from './validate-schema.js';

/** By names in lower case. */
export type Headers = Record<string, number | string | string[] | undefined>;

export function textOf(headers: Headers, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return value === undefined ? undefined : [value].flat().join(', ');
}

/** Without parameters. */
export function mediaTypeOf(headers: Headers): string | undefined {
  return textOf(headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}

/** @param text the items of a list; undefined if the header or parameter is missing */
export function valueProblems(
  document: OpenApiDocument,
  what: string,
  { required = false, schema = true }: Header,
  text: string | string[] | undefined,
): string[] {
  if (text === undefined) return required ? [`${what} is missing`] : [];
  const problems = validatorOf(document, schema)(fromText(schema, text));
  return problems.map(({ message }) => `${what} ${message}: ${[text].flat().join(', ')}`);
}

/** @param body its value; undefined if only its media type is checked */
export function bodyProblems(
  document: OpenApiDocument,
  what: string,
  content: Content,
  headers: Headers,
  body: unknown,
): string[] {
  const type = mediaTypeOf(headers);
  const isDeclared = type === undefined ? Object.keys(content).length === 0 : type in content;
  if (!isDeclared) return [`${what} of the content type ${type ?? 'none'} is not declared`];
  const schema = content[type ?? '']?.schema;
  if (schema === undefined || body === undefined) return [];
  return validatorOf(document, schema)(body).map(({ path, message }) => `${what}: ${path} ${message}`);
}
