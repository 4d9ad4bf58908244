import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument, Schema, SchemaObject } from './document.js';

export interface SchemaProblem {
  /** As the service names it: `questions[0].text`, or `body` for the value as a whole. */
  path: string;
  message: string;
}

/** The problems of a value; none if it is valid. */
export type Validate = (value: unknown) => SchemaProblem[];

/** Keywords of OpenAPI that say nothing about values. */
const ANNOTATIONS = ['example'];

interface Compiler {
  ajv: Ajv2020;
  /** Schemas that are the same share one. */
  byText: Map<string, Validate>;
  bySchema: Map<Schema, Validate>;
}

/** A document is read once, and each of its schemas is compiled when it is first needed. */
const compilers = new WeakMap<OpenApiDocument, Compiler>();

/**
 * Validates values by a schema of an OpenAPI 3.1 document, as JSON Schema 2020-12 says, formats included.
 * @throws if the schema has an unknown keyword or format, or an unresolved reference
 */
export function validatorOf(document: OpenApiDocument, schema: Schema): Validate {
  const compiler = compilers.get(document) ?? compilerOf(document);
  compilers.set(document, compiler);
  const validate = compiler.bySchema.get(schema) ?? validatorOfText(compiler, JSON.stringify(schema));
  compiler.bySchema.set(schema, validate);
  return validate;
}

function validatorOfText(compiler: Compiler, schema: string): Validate {
  const validate = compiler.byText.get(schema) ?? compile(compiler, schema);
  compiler.byText.set(schema, validate);
  return validate;
}

const typesOf = (schema: Schema) => (typeof schema === 'object' ? [schema.type].flat() : []);

export const isList = (schema: Schema) => typesOf(schema).includes('array');

/** The value of a text in a query or a header; the text itself if it is not of this type. */
export function fromText(schema: Schema, text: string | string[]): unknown {
  if (Array.isArray(text)) {
    const { items = true } = schema as SchemaObject;
    return text.map((item) => fromText(items, item));
  }
  const types = typesOf(schema);
  if (types.includes('integer') && /^\d+$/.test(text)) return Number(text);
  if (types.includes('number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return types.includes('boolean') && /^(true|false)$/.test(text) ? text === 'true' : text;
}

const COMPONENTS = 'components';

function compilerOf({ components }: OpenApiDocument): Compiler {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addVocabulary(ANNOTATIONS);
  ajv.addSchema(withReferences(JSON.stringify({ $defs: components?.schemas ?? {} })), COMPONENTS);
  return { ajv, byText: new Map(), bySchema: new Map() };
}

function compile({ ajv }: Compiler, schema: string): Validate {
  const validate = ajv.compile(withReferences(`{"allOf":[${schema}]}`));
  return (value) => {
    validate(value);
    return (validate.errors ?? []).map((error) => ({ path: pathOf(error), message: error.message ?? error.keyword }));
  };
}

function withReferences(schema: string): object {
  return JSON.parse(schema.replaceAll('"#/components/schemas/', `"${COMPONENTS}#/$defs/`)) as object;
}

function pathOf({ instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty } = params as Record<string, string | undefined>;
  const steps = instancePath.split('/').slice(1);
  const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  names.push(...[missingProperty ?? additionalProperty ?? []].flat());
  if (names.length === 0) return 'body';
  return names
    .map((name, index) => (index < steps.length && /^\d+$/.test(name) ? `[${name}]` : `${index > 0 ? '.' : ''}${name}`))
    .join('');
}
