// Finds what integrators rely on and a newer description of the API no longer promises.
import {
  METHODS,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type RequestBody,
  resolve,
  type Response,
  type Schema,
  type SchemaObject,
} from './document.js';

export interface BreakingChange {
  /** The operation, such as `PUT /quizzes/{id}`. */
  where: string;
  /** Such as `200 body.maxAttempts removed`. */
  what: string;
}

/** A parameter, a field of a body, a header or the text of an error. */
interface Part {
  types: string[];
  isRequired: boolean;
  /** The name of the part that contains it. */
  parent?: string | undefined;
}

type Parts = Map<string, Part>;

/** @param changelog its part before the first release has a section "### Migration", which names operations in backticks */
export function unannounced(changes: BreakingChange[], changelog: string): BreakingChange[] {
  const [unreleased = ''] = changelog.split(/^## (?!Unreleased)/m);
  const [, notes = ''] = unreleased.split(/^### Migration$/m);
  return changes.filter(({ where }) => !notes.includes(`\`${where}\``));
}

export function breakingChanges(before: OpenApiDocument, after: OpenApiDocument): BreakingChange[] {
  const current = operationsOf(after);
  return [...operationsOf(before)].flatMap(([where, old]) => {
    const operation = current.get(where);
    if (operation === undefined) return [{ where, what: 'removed' }];
    const whats = [
      ...requestChanges(requestParts(before, old), requestParts(after, operation)),
      ...responseChanges(responseParts(before, old), responseParts(after, operation)),
    ];
    return whats.map((what) => ({ where, what }));
  });
}

function operationsOf(document: OpenApiDocument): Map<string, Operation> {
  return new Map(
    Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      METHODS.flatMap((method) => (item[method] ? [[`${method.toUpperCase()} ${path}`, item[method]]] : [])),
    ),
  );
}

const isSubset = (one: string[], other: string[]) => one.every((type) => other.includes(type));

function requestChanges(before: Parts, after: Parts): string[] {
  const lost = [...before].flatMap(([name, { types }]) => {
    const part = after.get(name);
    if (part === undefined) return [`${name} removed`];
    return isSubset(types, part.types) ? [] : [`${name}: ${types.join()} → ${part.types.join()}`];
  });
  const required = [...after].filter(
    ([name, { isRequired, parent }]) =>
      isRequired && !before.get(name)?.isRequired && (parent === undefined || before.has(parent)),
  );
  return [...lost, ...required.map(([name]) => `${name} now required`)];
}

function responseChanges(before: Parts, after: Parts): string[] {
  return [...before].flatMap(([name, { types, isRequired }]) => {
    const part = after.get(name);
    if (part === undefined) return [`${name} removed`];
    if (isRequired && !part.isRequired) return [`${name} may be absent`];
    return isSubset(part.types, types) ? [] : [`${name}: ${types.join()} → ${part.types.join()}`];
  });
}

function requestParts(document: OpenApiDocument, { parameters = [], requestBody }: Operation): Parts {
  const named = parameters.map((parameter) => resolve<Parameter>(document, parameter));
  const body = requestBody && resolve<RequestBody>(document, requestBody);
  return new Map([
    ...named.flatMap(({ in: place, name, schema, required }) =>
      partsOf(document, `${place} ${name}`, schema, required === true),
    ),
    ...Object.values(body?.content ?? {}).flatMap(({ schema }) => partsOf(document, 'body', schema, true)),
  ]);
}

function responseParts(document: OpenApiDocument, { responses = {} }: Operation): Parts {
  const parts = Object.entries(responses).flatMap(([status, response]) => {
    const { headers = {}, content = {} } = resolve<Response>(document, response ?? {});
    const bodies = Object.values(content);
    const texts = bodies.flatMap(({ examples = {} }) =>
      Object.values(examples).flatMap((one) => ('value' in one ? [JSON.stringify(one.value)] : [])),
    );
    const names = [...Object.keys(headers).map((name) => `header ${name}`), ...(status < '300' ? [] : texts)];
    return [
      ...names.map((name): [string, Part] => [`${status} ${name}`, { types: [], isRequired: true }]),
      ...bodies.flatMap(({ schema }) => partsOf(document, `${status} body`, schema, true)),
    ];
  });
  return new Map(parts);
}

/** A value and everything in it, by names such as `body.questions[].text`. */
function partsOf(
  document: OpenApiDocument,
  name: string,
  schema: Schema = {},
  isRequired: boolean,
  parent?: string,
  around: Schema[] = [],
): [string, Part][] {
  if (around.includes(schema)) return [];
  const schemas = withoutReferences(document, schema);
  const required = schemas.flatMap((one) => one.required ?? []);
  const inside = (key: string, one: Schema, isAlways: boolean) =>
    partsOf(document, name + key, one, isAlways, name, [...around, schema]);
  return [
    [name, { types: schemas.flatMap(({ type = [] }) => type), isRequired, parent }],
    ...schemas
      .flatMap(({ properties = {} }) => Object.entries(properties))
      .flatMap(([key, one]) => inside(`.${key}`, one, required.includes(key))),
    ...schemas.flatMap(({ items }) => (items === undefined ? [] : inside('[]', items, true))),
  ];
}

/** The schema and those that it is composed of. */
function withoutReferences(document: OpenApiDocument, schema: Schema): SchemaObject[] {
  if (typeof schema === 'boolean') return [];
  const resolved = resolve<SchemaObject>(document, schema);
  const { allOf = [], anyOf = [], oneOf = [] } = resolved;
  return [resolved, ...[...allOf, ...anyOf, ...oneOf].flatMap((one) => withoutReferences(document, one))];
}
