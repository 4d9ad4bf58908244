import type { Schema, Schemas } from './parts.js';

/**
 * Builds an example of a schema from the examples of its properties.
 * @param at what has the schema, such as `Certificate.earnedAt`
 * @throws Error that names what has no example
 */
export function exampleOf(schema: Schema, schemas: Schemas = {}, at = 'A schema'): unknown {
  if ('$ref' in schema) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    const target = schemas[name];
    if (target === undefined) throw new Error(`The document has no ${schema.$ref}`);
    return exampleOf(target, schemas, name);
  }
  if (schema.example !== undefined) return schema.example as unknown;
  if (schema.type === 'array' && schema.items !== undefined) return [exampleOf(schema.items, schemas, at)];
  const [part] = schema.allOf ?? schema.anyOf ?? schema.oneOf ?? [];
  if (part !== undefined) return exampleOf(part, schemas, at);
  if (schema.properties !== undefined) {
    const shown = Object.entries(schema.properties).filter(([, property]) => isDescribed(property));
    return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, schemas, `${at}.${name}`)]));
  }
  if (schema.default !== undefined) return schema.default as unknown;
  throw new Error(`${at} has no example: give one to its field decorator or its @ApiProperty()`);
}

/** False for read-only properties, which requests ignore, and for empty schemas. */
function isDescribed(property: Schema): boolean {
  const isReadOnly = 'readOnly' in property && property.readOnly === true;
  return !isReadOnly && Object.keys(property).length > 0;
}
