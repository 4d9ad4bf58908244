import type { OpenApiDocument, SchemaObject } from './document.js';

const copies = new WeakMap<OpenApiDocument, OpenApiDocument>();

/** A field that a DTO forgets to declare is a mistake, although the document allows more fields in later versions. */
export function withDeclaredFieldsOnly(document: OpenApiDocument): OpenApiDocument {
  const copy = copies.get(document) ?? closed(document);
  copies.set(document, copy);
  return copy;
}

function closed({ components, ...rest }: OpenApiDocument): OpenApiDocument {
  const isOpen = (schema: SchemaObject | null) =>
    schema?.type === 'object' && Object.keys(schema.properties ?? {}).length > 0 && !('additionalProperties' in schema);
  const close = (_: string, schema: SchemaObject | null) =>
    isOpen(schema) ? { ...schema, additionalProperties: false } : schema;
  return { ...rest, components: JSON.parse(JSON.stringify(components ?? {}), close) as OpenApiDocument['components'] };
}
