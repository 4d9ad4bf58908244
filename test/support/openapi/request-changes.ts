// Requests that an operation no longer accepts.
import {
  resolve,
  type Documents,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type RequestBody,
} from './document.js';
import { schemaChanges } from './schema-changes.js';

export function requestChanges(documents: Documents, before: Operation, after: Operation): string[] {
  return [...parameterChanges(documents, before, after), ...bodyChanges(documents, before, after)];
}

function parameterChanges(documents: Documents, before: Operation, after: Operation): string[] {
  const old = parametersOf(documents.before, before);
  const current = parametersOf(documents.after, after);
  const changes = [...old].flatMap(([name, { schema }]) => {
    const other = current.get(name);
    if (!other) return [`${name} removed`];
    return schemaChanges({ ...documents, direction: 'request' }, schema, other.schema).map(
      (text) => `${name}: ${text}`,
    );
  });
  const newlyRequired = [...current].filter(([name, { required }]) => required && !old.get(name)?.required);
  return [...changes, ...newlyRequired.map(([name]) => `${name} now required`)];
}

/** By names such as `query parameter limit`. */
function parametersOf(document: OpenApiDocument, { parameters = [] }: Operation): Map<string, Parameter> {
  return new Map(
    parameters
      .map((parameter) => resolve<Parameter>(document, parameter))
      .map((parameter) => [`${parameter.in} parameter ${nameOf(parameter)}`, parameter]),
  );
}

function nameOf({ in: where, name }: Parameter): string {
  return where === 'header' ? name.toLowerCase() : name;
}

function bodyChanges(documents: Documents, before: Operation, after: Operation): string[] {
  const old = before.requestBody && resolve<RequestBody>(documents.before, before.requestBody);
  const current = after.requestBody && resolve<RequestBody>(documents.after, after.requestBody);
  if (!current) return old ? ['request body removed'] : [];
  const changes = Object.entries(old?.content ?? {}).flatMap(([mediaType, { schema }]) => {
    const other = current.content[mediaType];
    if (!other) return [`media type ${mediaType} removed`];
    return schemaChanges({ ...documents, direction: 'request' }, schema, other.schema);
  });
  const newlyRequired = current.required && !old?.required ? ['request body now required'] : [];
  return [...newlyRequired, ...changes.map((text) => `request body: ${text}`)];
}
