import type { OpenAPIObject } from '@nestjs/swagger';
import { IGNORED_FIELDS, metadataOf, type RequestClass } from '../validation/request-class.js';
import { operationsOf, type SchemaObject, schemasIn } from './parts.js';

type RequestSchema = SchemaObject & { [IGNORED_FIELDS]?: string[] };

/**
 * Closes the schemas of request bodies, because unknown fields are rejected. Lists the read-only fields that are accepted and ignored,
 * and the fields that only class-validator knows.
 * Responses stay open, so that fields can be added to them.
 * @param classes of the bodies, by name
 * @throws Error if a request and a response share a schema
 */
export function closeRequests(document: OpenAPIObject, classes: ReadonlyMap<string, RequestClass>): void {
  const operations = operationsOf(document);
  const schemas = document.components?.schemas ?? {};
  const sent = schemasIn(
    document,
    operations.map(({ requestBody }) => requestBody),
  );
  const returned = schemasIn(
    document,
    operations.map(({ responses }) => responses),
  );
  for (const name of sent) {
    if (returned.has(name)) throw new Error(`${name} describes a request and a response: give each a class of its own`);
    const { [IGNORED_FIELDS]: ignored = [], properties, ...schema } = schemas[name] as RequestSchema;
    const type = classes.get(name);
    const validated = type === undefined ? [] : [...metadataOf(type).properties.keys()];
    schemas[name] = {
      ...schema,
      properties: { ...withEach(validated, {}), ...properties, ...withEach(ignored, IGNORED) },
      additionalProperties: false,
    };
  }
}

const withEach = (fields: string[], schema: SchemaObject) => Object.fromEntries(fields.map((field) => [field, schema]));

const IGNORED: SchemaObject = { readOnly: true, description: 'Accepted as it was read, and ignored' };
