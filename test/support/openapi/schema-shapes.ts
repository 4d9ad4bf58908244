// A schema as the list of shapes that a value may have, in a normal form: references are resolved, `allOf` is merged,
// and each choice of `anyOf`, `oneOf`, `enum` and a list of types becomes a shape.
import { KEYWORDS, lookUp, type Keyword, type OpenApiDocument, type Schema, type SchemaObject } from './document.js';

export const TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'];

export interface Shape {
  type: string;
  /** JSON of the only value it may have. */
  value?: string;
  /** JSON of the default. */
  default?: string;
  /** Numbers for limits, else JSON. */
  keywords: Partial<Record<Keyword, number | string>>;
  properties: Record<string, Schema>;
  required: string[];
  additionalProperties?: Schema | undefined;
  items?: Schema | undefined;
}

/** The shapes of a schema. Throws if a reference cannot be resolved, or a schema is defined only by itself. */
export function shapesOf(document: OpenApiDocument, schema: Schema, from: string[] = []): Shape[] {
  if (schema === false) return [];
  if (schema === true) return shapesOf(document, {});
  const { $ref, allOf = [], anyOf, oneOf } = schema;
  if ($ref !== undefined && from.includes($ref)) throw new Error(`$ref "${$ref}" refers to itself`);
  const all = [ownShapes(schema), ...allOf.map((part) => shapesOf(document, part, from))];
  if ($ref !== undefined) all.push(shapesOf(document, lookUp(document, $ref) as Schema, [...from, $ref]));
  for (const oneOfThese of [anyOf, oneOf]) {
    if (oneOfThese) all.push(oneOfThese.flatMap((part) => shapesOf(document, part, from)));
  }
  return all.reduce((left, right) => left.flatMap((one) => right.flatMap((other) => intersection(one, other))));
}

/** Whether values of one type are values of another. */
export function includesType(type: string, other: string): boolean {
  return type === other || (type === 'number' && other === 'integer');
}

/** 1 if a greater number is looser, -1 if it is tighter, 0 if the keyword is no limit. */
export function looseness(keyword: string): -1 | 0 | 1 {
  if (/^max|Maximum$/.test(keyword)) return 1;
  return /^min|Minimum$/.test(keyword) ? -1 : 0;
}

function ownShapes(schema: SchemaObject): Shape[] {
  const types = schema.type === undefined ? impliedTypes(schema) : [schema.type].flat();
  const values = 'const' in schema ? [schema.const] : schema.enum;
  if (!values) return types.map((type) => shape(schema, type));
  return values
    .filter((value) => types.some((type) => includesType(type, typeOf(value))))
    .map((value) => ({ ...shape(schema, typeOf(value)), ...(value !== null && { value: JSON.stringify(value) }) }));
}

function impliedTypes(schema: SchemaObject): string[] {
  if ('properties' in schema || 'required' in schema || 'additionalProperties' in schema) return ['object'];
  return 'items' in schema ? ['array'] : TYPES;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function shape(schema: SchemaObject, type: string): Shape {
  const ofType = type === 'integer' ? KEYWORDS.number : (KEYWORDS as Partial<Record<string, readonly Keyword[]>>)[type];
  const keywords: Shape['keywords'] = {};
  for (const keyword of [...(ofType ?? []), ...KEYWORDS.any]) {
    const value = schema[keyword];
    if (value === undefined || isIdle(schema, keyword, value)) continue;
    keywords[keyword] = looseness(keyword) === 0 ? JSON.stringify(value) : Number(value);
  }
  return {
    type,
    keywords,
    ...(schema.default !== undefined && { default: JSON.stringify(schema.default) }),
    properties: schema.properties ?? {},
    required: schema.required ?? [],
    additionalProperties: schema.unevaluatedProperties === false ? false : schema.additionalProperties,
    items: schema.items,
  };
}

/** Formats of integers, by the first number above them. */
const RANGES: Partial<Record<string, number>> = { int32: 2 ** 31, int64: 2 ** 63 };

/** Whether a keyword says no more than its absence does. */
function isIdle({ minimum, maximum }: SchemaObject, keyword: Keyword, value: unknown): boolean {
  const range = keyword === 'format' ? RANGES[String(value)] : undefined;
  if (range !== undefined) return Number(minimum) >= -range && Number(maximum) < range;
  return keyword === 'uniqueItems' ? value === false : /^min(Length|Items|Properties)$/.test(keyword) && value === 0;
}

/** The shape of the values that have both shapes, if there are any. */
function intersection(one: Shape, other: Shape): Shape[] {
  if (!includesType(one.type, other.type) && !includesType(other.type, one.type)) return [];
  if (one.value !== undefined && other.value !== undefined && one.value !== other.value) return [];
  const properties = { ...one.properties };
  for (const [name, schema] of Object.entries(other.properties)) {
    properties[name] = both(properties[name], schema) ?? true;
  }
  const keywords = { ...one.keywords };
  for (const keyword of Object.keys(other.keywords) as Keyword[]) {
    keywords[keyword] = tighter(keyword, one.keywords[keyword], other.keywords[keyword]);
  }
  const closed = one.additionalProperties === false || other.additionalProperties === false;
  return [
    {
      ...other,
      ...one,
      type: includesType(one.type, other.type) ? other.type : one.type,
      keywords,
      properties,
      required: [...new Set([...one.required, ...other.required])],
      additionalProperties: closed ? false : both(one.additionalProperties, other.additionalProperties),
      items: both(one.items, other.items),
    },
  ];
}

function tighter(
  keyword: string,
  one: number | string | undefined,
  other: number | string | undefined,
): number | string {
  if (one === undefined || one === other) return other ?? '';
  if (other === undefined) return one;
  if (looseness(keyword) === 0) return [String(one), String(other)].sort().join(' and ');
  return looseness(keyword) === 1 ? Math.min(Number(one), Number(other)) : Math.max(Number(one), Number(other));
}

/** The schema of values that match both. Each part is merged once, so that merging recursive schemas ends. */
function both(one: Schema | undefined, other: Schema | undefined): Schema | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const parts = new Map([one, other].flatMap(partsOf).map((part) => [JSON.stringify(part), part]));
  return parts.size === 1 ? one : { allOf: [...parts.values()] };
}

function partsOf(schema: Schema): Schema[] {
  const isMerged = typeof schema === 'object' && schema.allOf && Object.keys(schema).length === 1;
  return isMerged ? (schema.allOf ?? []) : [schema];
}
