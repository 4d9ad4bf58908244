import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument, Schema } from './document.js';

export interface SchemaProblem {
  /** As the service names it: `questions[0].text`, or `body` for the value as a whole. */
  path: string;
  message: string;
}

/** What is wrong with a value; nothing where it fits. */
export type Validate = (value: unknown) => SchemaProblem[];

/** Keywords of OpenAPI that say nothing about values. */
const ANNOTATIONS = ['example'];

const validators = new WeakMap<OpenApiDocument, Map<string, Validate>>();

/**
 * Validates values by a schema of an OpenAPI 3.1 document, as JSON Schema 2020-12 says, formats included.
 * @throws where the schema has a keyword or a format that is not known, or refers to nothing
 */
export function validatorOf(document: OpenApiDocument, schema: Schema): Validate {
  const known = validators.get(document) ?? new Map<string, Validate>();
  validators.set(document, known);
  const text = JSON.stringify(schema);
  const validate = known.get(text) ?? compile(document, schema);
  known.set(text, validate);
  return validate;
}

function compile(document: OpenApiDocument, schema: Schema): Validate {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addVocabulary(ANNOTATIONS);
  const $defs = document.components?.schemas;
  const text = JSON.stringify({ allOf: [schema], $defs }).replaceAll('"#/components/schemas/', '"#/$defs/');
  const validate = ajv.compile(JSON.parse(text) as object);
  return (value) => {
    validate(value);
    return (validate.errors ?? []).map((error) => ({ path: pathOf(error), message: error.message ?? error.keyword }));
  };
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
