import type { Schema, Schemas } from './parts.js';

/** Builds an example of a schema from the examples of its properties. */
export function exampleOf(schema: Schema, schemas: Schemas = {}): unknown {
  if ('$ref' in schema) {
    const target = schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
    if (target === undefined) throw new Error(`The document has no ${schema.$ref}`);
    return exampleOf(target, schemas);
  }
  if (schema.example !== undefined) return schema.example as unknown;
  if (schema.type === 'array' && schema.items !== undefined) return [exampleOf(schema.items, schemas)];
  const [part] = schema.allOf ?? schema.anyOf ?? [];
  if (part !== undefined) return exampleOf(part, schemas);
  if (schema.properties !== undefined) {
    const shown = Object.entries(schema.properties).filter(([, property]) => isDescribed(property));
    return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, schemas)]));
  }
  if (schema.default !== undefined) return schema.default as unknown;
  throw new Error(`A schema has no example: ${JSON.stringify(schema)}`);
}

/** False for read-only properties, which requests ignore, and for empty schemas. */
function isDescribed(property: Schema): boolean {
  const isReadOnly = 'readOnly' in property && property.readOnly === true;
  return !isReadOnly && Object.keys(property).length > 0;
}
