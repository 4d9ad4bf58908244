// How large the largest valid body of a request class is. Larger ones are rejected before they are parsed.
import { metadataOf, type RequestClass } from './request-class.js';

/** What a body may have at most. */
export interface BodyBounds {
  readonly bytes: number;
  /** Levels of objects and lists. */
  readonly depth: number;
  /** Fields of objects and items of lists; an empty object or list counts as having one. */
  readonly values: number;
}

const KIB = 1024;
const MIN_BYTES = 16 * KIB;
const MAX_BYTES = 1024 * KIB;

/** A character in the longest form that encoders write: the surrogate pair `\ud83d\ude00`. */
const CHARACTER_BYTES = 12;

/** An id, a time, a number or a word. */
const PLAIN: BodyBounds = { bytes: 40, depth: 0, values: 0 };

/** The punctuation, line break and indentation of a field or item. */
const LAYOUT_BYTES = 24;

/** Of a property that no field decorator declares, and of a class that nests itself. */
const UNKNOWN: BodyBounds = { bytes: Infinity, depth: Infinity, values: Infinity };

/** Of a class with such a property. Without a class, bodies are smaller. */
const DEFAULT: BodyBounds = { bytes: 64 * KIB, depth: 32, values: 2_000 };

/** Beyond the largest valid body, so that a value of a wrong kind is rejected by the name of its field. */
const MORE_DEPTH = 2;
const MORE_VALUES = 100;

/**
 * @param type the class of the body; undefined for a route that takes none
 * @param limit the bytes of a body, if not those of the largest valid one: up to 1 MiB, rounded up to a power of two
 */
export function boundsOf(type: RequestClass | undefined, limit?: number): BodyBounds {
  const bounds = type === undefined ? { ...DEFAULT, bytes: MIN_BYTES } : boundsOfClass(type);
  return limit === undefined ? bounds : { ...bounds, bytes: limit };
}

function boundsOfClass(type: RequestClass): BodyBounds {
  const largest = boundsOfObject(type, []);
  return largest.bytes === Infinity ? DEFAULT : withMargin(largest);
}

function withMargin({ bytes, depth, values }: BodyBounds): BodyBounds {
  return {
    bytes: Math.min(Math.max(2 ** Math.ceil(Math.log2(bytes)), MIN_BYTES), MAX_BYTES),
    depth: depth + MORE_DEPTH,
    values: values + MORE_VALUES,
  };
}

/** @param outer the classes that nest this one */
function boundsOfObject(type: RequestClass, outer: readonly RequestClass[]): BodyBounds {
  if (outer.includes(type)) return UNKNOWN;
  const { properties, ignored } = metadataOf(type);
  const fields = [
    ...[...properties.values()].map(({ name, kind, item }) => {
      if (kind === undefined) return { name, value: UNKNOWN };
      const { maxLength, maxItems } = kind.limits;
      if (maxLength !== undefined) return { name, value: { ...PLAIN, bytes: maxLength * CHARACTER_BYTES } };
      if (maxItems === undefined) return { name, value: PLAIN };
      return { name, value: boundsOfList(maxItems, item ? boundsOfObject(item, [...outer, type]) : PLAIN) };
    }),
    ...[...ignored].map((name) => ({ name, value: PLAIN })),
  ];
  const sum = (of: (field: (typeof fields)[number]) => number) => fields.reduce((total, one) => total + of(one), 0);
  return {
    bytes: sum(({ name, value }) => name.length + LAYOUT_BYTES + value.bytes),
    depth: 1 + Math.max(0, ...fields.map(({ value }) => value.depth)),
    values: sum(({ value }) => 1 + value.values),
  };
}

const boundsOfList = (length: number, item: BodyBounds): BodyBounds => ({
  bytes: length * (LAYOUT_BYTES + item.bytes),
  depth: 1 + item.depth,
  values: length * (1 + item.values),
});

const code = (character: string) => character.charCodeAt(0);
const QUOTE = code('"');
const BACKSLASH = code('\\');
const COMMA = code(',');
const LIST = code('[');
const LIST_END = code(']');
const OBJECT = code('{');
const OBJECT_END = code('}');
const ZERO = code('0');
const NINE = code('9');

/** The largest double has 309 digits. More only take time to parse. */
const MAX_DIGITS = 400;

/**
 * Counts levels and values of a text without parsing it.
 * @param json UTF-8; it need not be valid JSON
 * @returns the problem of a text beyond the bounds
 */
export function boundsProblem(json: Uint8Array, { depth, values }: BodyBounds): string | undefined {
  let level = 0;
  let count = 0;
  let digits = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    digits = byte >= ZERO && byte <= NINE ? digits + 1 : 0;
    if (digits > MAX_DIGITS) return `must not have numbers of more than ${MAX_DIGITS} digits`;
    switch (byte) {
      case QUOTE:
        for (at++; at < json.length && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++;
        break;
      case LIST:
      case OBJECT:
        count++;
        if (++level > depth) return `must not have more than ${depth} levels of objects and lists`;
        break;
      case LIST_END:
      case OBJECT_END:
        level--;
        break;
      case COMMA:
        count++;
    }
    if (count > values) return `must not have more than ${values} values`;
  }
  return undefined;
}
