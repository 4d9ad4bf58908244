// Responses that an operation promised and no longer returns.
import {
  resolve,
  type Documents,
  type Header,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type Response,
} from './document.js';
import { schemaChanges } from './schema-changes.js';
import { shapesOf } from './schema-shapes.js';

export function responseChanges(documents: Documents, before: Operation, after: Operation): string[] {
  const old = responsesOf(documents.before, before);
  const current = responsesOf(documents.after, after);
  const changes = [...old].flatMap(([status, response]) => {
    const other = current.get(status);
    if (!other) return [`response ${status} removed`];
    return [...headerChanges(documents, response, other), ...contentChanges(documents, response, other)].map(
      (text) => `response ${status}: ${text}`,
    );
  });
  const newSuccesses = [...current.keys()].filter((status) => status.startsWith('2') && !old.has(status));
  return [...changes, ...newSuccesses.map((status) => `response ${status} added`)];
}

function responsesOf(document: OpenApiDocument, { responses = {} }: Operation): Map<string, Response> {
  return new Map(
    Object.entries(responses).flatMap(([status, response]) =>
      response ? [[status, resolve<Response>(document, response)]] : [],
    ),
  );
}

function headerChanges(documents: Documents, before: Response, after: Response): string[] {
  const current = headersOf(documents.after, after);
  return [...headersOf(documents.before, before)].flatMap(([name, { required, schema, examples }]) => {
    const other = current.get(name);
    if (!other) return [`header ${name} removed`];
    const texts = schemaChanges({ ...documents, direction: 'response' }, schema, other.schema);
    const changes = texts.map((text) => `header ${name}: ${text}`);
    changes.push(...lostCodes(name, examples, other.examples));
    return required && !other.required ? [...changes, `header ${name} no longer required`] : changes;
  });
}

/** The codes of errors that are no longer examples of their header. */
function lostCodes(name: string, before: Header['examples'] = {}, after: Header['examples'] = {}): string[] {
  if (name !== 'x-error-code') return [];
  return Object.keys(before).flatMap((code) => (code in after ? [] : [`error code ${code} removed`]));
}

/** By name in lower case: HTTP ignores the case of header names. */
function headersOf(document: OpenApiDocument, { headers = {} }: Response): Map<string, Header> {
  return new Map(
    Object.entries(headers).map(([name, header]) => [name.toLowerCase(), resolve<Header>(document, header)]),
  );
}

function contentChanges(documents: Documents, before: Response, after: Response): string[] {
  return Object.entries(before.content ?? {}).flatMap(([mediaType, old]) => {
    const current = after.content?.[mediaType];
    if (!current) return [`media type ${mediaType} removed`];
    const texts = errorTexts(documents.after, current);
    const lost = errorTexts(documents.before, old).filter((text) => !texts.includes(text));
    return [
      ...schemaChanges({ ...documents, direction: 'response' }, old.schema, current.schema),
      ...lost.map((text) => `error text ${text} removed`),
    ];
  });
}

/** The texts, as JSON, that a body `{"error": text}` is documented to have, by its examples or by an enum. */
function errorTexts(document: OpenApiDocument, { schema = true, example, examples = {} }: MediaType): string[] {
  const bodies = Object.values(examples).map((one) => resolve<{ value?: unknown }>(document, one).value);
  const ofExamples = [example, ...bodies].flatMap((body) => (isErrorBody(body) ? [JSON.stringify(body.error)] : []));
  const ofSchema = shapesOf(document, schema)
    .flatMap(({ properties }) => shapesOf(document, properties.error ?? false))
    .flatMap(({ value }) => value ?? []);
  return [...new Set([...ofExamples, ...ofSchema])];
}

function isErrorBody(body: unknown): body is { error: unknown } {
  return typeof body === 'object' && body !== null && 'error' in body;
}
