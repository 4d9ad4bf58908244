// One decorator per kind of field validates the value and describes it in the OpenAPI document.
import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type as TypeOf } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import { normalUrl, URL_PATTERN } from './normal-url.js';
import { FieldKind, type RequestClass } from './request-class.js';
import { textProblem } from './text-rule.js';

interface FieldOptions {
  description?: string;
  example?: unknown;
  /** The field may be missing: in every request, or in those for which the function returns true. */
  optional?: boolean | ((request: Readonly<Record<string, unknown>>) => boolean);
  /** Null means the same as a missing field. */
  nullable?: boolean;
  default?: unknown;
  deprecated?: boolean;
}

/** Returns the problem of a value of a request; undefined for a valid one. */
type Rule = (value: unknown, request?: object) => string | undefined;

/**
 * Adds a rule to a field. Clients see its message after the path of the field. Of several broken rules, the first one gives the message.
 * @param kind passed by the decorators of fields
 */
export function ValidateWith(rule: Rule, kind?: FieldKind): PropertyDecorator {
  return ValidateBy(
    {
      name: 'rule',
      validator: {
        validate: (value, context) => rule(value, context?.object) === undefined,
        defaultMessage: (context) => rule(context?.value, context?.object) ?? '',
      },
    },
    { context: kind },
  );
}

/** Parses the sent value before the rules check it. */
const Parsed = (parse: (value: unknown) => unknown) => Transform(({ value }) => parse(value));

function Field(
  kind: string | FieldKind,
  rule: Rule,
  options: FieldOptions,
  schema: ApiPropertyOptions,
): PropertyDecorator {
  const { optional = false, nullable = false, ...shown } = options;
  const decorators: PropertyDecorator[] = [
    ApiProperty({
      ...shown,
      ...schema,
      required: optional === false,
      ...(nullable && { nullable }),
    } as ApiPropertyOptions),
    ValidateWith(rule, typeof kind === 'string' ? new FieldKind(kind) : kind),
  ];
  if (optional !== false) {
    const mayBeMissing = typeof optional === 'function' ? optional : () => true;
    const isMissing = (value: unknown) => value === undefined || (nullable && value === null);
    decorators.push(
      ValidateIf((request: Readonly<Record<string, unknown>>, value) => !(isMissing(value) && mayBeMissing(request))),
    );
  }
  return applyDecorators(...decorators);
}

const text = (maxLength: number) => new FieldKind('a string', { maxLength });

/**
 * A text of `min` to `max` code points that is not blank; it may be empty if `min` is 0. `trim` first removes white space at both ends.
 * @param options.pattern describes another rule of the field in the OpenAPI document, in the syntax that all languages share
 */
export function TextField(
  options: FieldOptions & { min: number; max: number; trim?: boolean; pattern?: string },
): PropertyDecorator {
  const { min, max, trim = false, pattern, ...rest } = options;
  const limits = { min, max };
  if (trim) rest.description ??= `${min} to ${max} characters, after white space is taken off its ends`;
  else if (min > 0) rest.description ??= 'Not blank';
  const field = Field(text(max), (value) => textProblem(value, limits), rest, {
    type: String,
    minLength: min,
    // White space at the ends does not count, which a schema cannot express.
    ...(!trim && { maxLength: max }),
    ...(pattern !== undefined && { pattern }),
  });
  if (!trim) return field;
  return applyDecorators(
    field,
    Parsed((value) => (typeof value === 'string' ? value.trim() : value)),
  );
}

const URL_LIMITS = { min: 1, max: 2048 };

/** Replaces a sent value whose problem parsing would hide. */
class Rejected {
  constructor(readonly problem: string) {}
}

/** An absolute http(s) URL in its normal form, of up to 2,048 characters: clients can send a returned URL back. */
export function UrlField(options: FieldOptions = {}): PropertyDecorator {
  const rule: Rule = (value) => {
    if (value instanceof Rejected) return value.problem;
    return typeof value === 'string' ? undefined : 'must be a string';
  };
  const description =
    'An absolute http or https URL. It is stored and returned as the URL Standard writes it, percent-encoded. Its length is that of this form: `日` is `%E6%97%A5`, nine characters';
  return applyDecorators(
    Field(
      text(URL_LIMITS.max),
      rule,
      { description, ...options },
      { type: String, minLength: URL_LIMITS.min, maxLength: URL_LIMITS.max, pattern: URL_PATTERN },
    ),
    Parsed((sent) => {
      if (typeof sent !== 'string') return sent;
      const problem = textProblem(sent, URL_LIMITS);
      if (problem !== undefined) return new Rejected(problem);
      const url = normalUrl(sent);
      if (url === undefined) return new Rejected('must be an absolute http or https URL');
      if (url.length <= URL_LIMITS.max) return url;
      return new Rejected(
        `must have at most ${URL_LIMITS.max} characters in its percent-encoded form, which has ${url.length}`,
      );
    }),
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a value has the form of the service's ids: a UUID in lower case. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** The id of a resource. */
export function IdField(options: FieldOptions = {}): PropertyDecorator {
  const rule: Rule = (value) => {
    if (typeof value !== 'string') return 'must be a string';
    return isId(value) ? undefined : 'must be an id (a UUID in lower case)';
  };
  return Field('a string', rule, options, { type: String, format: 'uuid', pattern: UUID.source });
}

/** Up to `max` ids in a query string, separated by commas. */
export function QueryIdsField(options: FieldOptions & { max: number }): PropertyDecorator {
  const { max, ...rest } = options;
  const rule: Rule = (value) => {
    if (typeof value !== 'string') return 'must be a string';
    const ids = value.split(',');
    return ids.length <= max && ids.every(isId)
      ? undefined
      : `must be 1 to ${max} ids (UUIDs in lower case), separated by commas`;
  };
  const id = UUID.source.slice(1, -1);
  return Field('a string', rule, rest, { type: String, pattern: `^${id}(,${id}){0,${max - 1}}$` });
}

export function IntegerField(options: FieldOptions & { min: number; max: number }): PropertyDecorator {
  const { min, max, ...rest } = options;
  const rule: Rule = (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? undefined
      : `must be an integer from ${min} to ${max}`;
  return Field('an integer', rule, rest, { type: 'integer', minimum: min, maximum: max });
}

export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  const rule: Rule = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
  return Field('true or false', rule, options, { type: Boolean });
}

/** One of a few words. */
export function ChoiceField(options: FieldOptions & { of: readonly string[] }): PropertyDecorator {
  const { of: choices, ...rest } = options;
  const rule: Rule = (value) =>
    choices.includes(value as string) ? undefined : `must be one of ${choices.join(', ')}`;
  return Field('a string', rule, rest, { type: String, enum: choices as string[] });
}

/** A list of 1 to `max` different words. */
export function WordsField(options: Omit<FieldOptions, 'nullable'> & { max: number }): PropertyDecorator {
  const { max, ...rest } = options;
  const rule: Rule = (value) => {
    if (!Array.isArray(value)) return 'must be a list';
    if (value.length < 1 || value.length > max) return `must have 1 to ${max} items`;
    if (!value.every((word) => typeof word === 'string')) return 'each item must be a string';
    return new Set(value).size === value.length ? undefined : 'must not name a word twice';
  };
  return Field(new FieldKind('a list', { maxItems: max }), rule, rest, {
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    maxItems: max,
    uniqueItems: true,
  });
}

/** The form in which the texts of a {@link TextsField} are compared. */
export const textKey = (text: string): string => text.toLowerCase();

/**
 * A list of up to `max` texts, each of `min` to `max` code points after white space is taken off its ends. Of those that differ in case
 * only, the first one is kept.
 */
export function TextsField(
  options: Omit<FieldOptions, 'nullable'> & { max: number; each: { min: number; max: number } },
): PropertyDecorator {
  const { max, each, ...rest } = options;
  const rule: Rule = (value) => {
    if (!Array.isArray(value)) return 'must be a list';
    if (value.length > max) return `must have at most ${max} items`;
    const problem = value.map((item) => textProblem(item, each)).find((one) => one !== undefined);
    return problem === undefined ? undefined : `each item ${problem}`;
  };
  return applyDecorators(
    Field(new FieldKind('a list', { maxItems: max }), rule, rest, {
      type: 'array',
      // White space at the ends does not count, which a schema cannot express.
      items: { type: 'string', minLength: each.min },
      maxItems: max,
    }),
    Parsed((value) => {
      // A longer list is rejected as it was sent.
      if (!Array.isArray(value) || value.length > max) return value;
      const texts = value.map((item: unknown) => (typeof item === 'string' ? item.trim() : item));
      const keys = texts.map((text) => (typeof text === 'string' ? textKey(text) : text));
      return texts.filter((_, index) => keys.indexOf(keys[index]) === index);
    }),
  );
}

/**
 * A list of `min` to `max` objects of a request class.
 * @param options.contains a schema that at least one of them has, for the OpenAPI document. Another rule of the field must check it
 */
export function ListField(
  item: () => RequestClass,
  options: { min: number; max: number; description?: string; example?: object[]; contains?: object },
): PropertyDecorator {
  const { min, max, ...shown } = options;
  const rule: Rule = (value) => {
    if (!Array.isArray(value)) return 'must be a list';
    return value.length >= min && value.length <= max ? undefined : `must have ${min} to ${max} items`;
  };
  return applyDecorators(
    ApiProperty({
      // Swagger recognises a lazy type by the name of the function, which must be `type`.
      type: () => item() as Type<object>,
      isArray: true,
      minItems: min,
      maxItems: max,
      ...shown,
    }),
    TypeOf(item),
    ValidateWith(rule, new FieldKind('a list', { maxItems: max })),
    ValidateNested({ each: true }),
  );
}

/**
 * A whole number in a query string, written in decimal digits: above zero unless `min` is 0.
 * @param options.note is added to the message about an invalid number
 */
export function QueryNumberField(options: {
  default?: number;
  min?: 0 | 1;
  max?: number;
  description: string;
  note?: string;
}): PropertyDecorator {
  const { min = 1, max = Number.MAX_SAFE_INTEGER, note, ...shown } = options;
  const rule: Rule = (value) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max
      ? undefined
      : `must be a whole number from ${min} to ${max}${note === undefined ? '' : `, and ${note}`}`;
  return applyDecorators(
    Field('one number', rule, { ...shown, optional: true }, { type: 'integer', minimum: min, maximum: max }),
    Parsed((value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)),
  );
}

/** `true` or `false` in a query string. */
export function QueryBooleanField(options: { description: string }): PropertyDecorator {
  const rule: Rule = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
  return applyDecorators(
    Field('true or false', rule, { ...options, optional: true }, { type: Boolean }),
    Parsed((value) => (value === 'true' ? true : value === 'false' ? false : value)),
  );
}

/** The form of {@link isTimestamp}, for the OpenAPI document, whose format `date-time` requires seconds. */
export const TIMESTAMP_PATTERN =
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|([+]|-)([01][0-9]|2[0-3]):[0-5][0-9])$';

const FIRST_TIMESTAMP = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_TIMESTAMP = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Whether a value is a timestamp of RFC 3339, with or without seconds. `Date` alone would accept 24:00, and 30 February as 2 March. The
 * year has four digits in UTC too, because responses show it in UTC.
 */
export function isTimestamp(value: unknown): value is string {
  const form = /^(\d{4}-\d{2}-\d{2})T(?!24)\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
  const day = typeof value === 'string' ? form.exec(value)?.[1] : undefined;
  if (day === undefined || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return false;
  if (!new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)) return false;
  const time = Date.parse(value as string);
  return time >= FIRST_TIMESTAMP && time <= LAST_TIMESTAMP;
}

/** A time, as a `Date`. It is sent as a timestamp of RFC 3339, with or without seconds. */
export function TimeField(options: FieldOptions = {}): PropertyDecorator {
  const rule: Rule = (value) => (value instanceof Date ? undefined : 'must be an ISO 8601 timestamp');
  return applyDecorators(
    Field('a string', rule, options, { type: String, pattern: TIMESTAMP_PATTERN }),
    Parsed((value) => (isTimestamp(value) ? new Date(value) : value)),
  );
}

/** A language tag of BCP 47, in its canonical form. */
export function LanguageField(options: FieldOptions = {}): PropertyDecorator {
  const limits = { min: 2, max: 100 };
  const rule: Rule = (value) => {
    const problem = textProblem(value, limits);
    return (
      problem ?? (canonicalLanguage(value as string) === undefined ? 'must be a language tag of BCP 47' : undefined)
    );
  };
  return applyDecorators(
    Field(text(limits.max), rule, options, {
      type: String,
      minLength: limits.min,
      maxLength: limits.max,
      pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
    }),
    Parsed((value) => (typeof value === 'string' ? (canonicalLanguage(value) ?? value) : value)),
  );
}

/** @returns undefined for a text that is no language tag */
function canonicalLanguage(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A timestamp in a query string. */
export function QueryTimestampField(options: { description: string; example: string }): PropertyDecorator {
  const rule: Rule = (value) => (isTimestamp(value) ? undefined : 'must be an ISO 8601 timestamp');
  return Field(
    'a string',
    rule,
    { ...options, optional: true },
    {
      type: String,
      pattern: TIMESTAMP_PATTERN,
    },
  );
}
