// Finds the problems of a value independently of the service: by its schema, and by rules that a schema cannot express.
import { storedUrl } from '#libs/http';
import type { OpenApiDocument, Schema } from './openapi/document.js';
import { validatorOf } from './openapi/validate-schema.js';

/** Length that the name of an unknown field is cut to where an error shows it. */
const SHOWN_NAME = 100;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Read-only fields that are taken back with whatever is in them. */
const IGNORED = new Set(['id', 'order', 'authorId', 'author', 'createdAt', 'updatedAt']);

/** Depth of the deepest field with such a rule; what a client sends may be deeper than the stack. */
const LEVELS = 6;

/** Rules for texts that no schema expresses, by the name of the field. */
const RULES = new Map<string | undefined, (text: string) => boolean>(
  Object.entries({
    heroImageUrl: isImageUrl,
    imageUrl: isImageUrl,
    image: isImageUrl,
    url: isImageUrl,
    email: (text) => [...text.trim().toLowerCase()].length <= 254,
    expiresAt: (text) => isMoment(text) && Date.parse(text) > Date.now(),
    from: isMoment,
    to: isMoment,
    after: isCursor,
  }),
);

/**
 * The paths of all problems of a JSON value, such as `questions[0].text`. None for a valid value.
 * @param root the path of the value itself, if it is a parameter
 */
export function wrongPaths(document: OpenApiDocument, schema: Schema, value: unknown, root = ''): string[] {
  // A rule of class-validator for each item of a list names the list.
  const bySchema = validatorOf(
    document,
    schema,
  )(value).flatMap(({ path }) =>
    root === '' ? [shown(path), ...(/\[\d+\]$/.test(path) ? [path.replace(/\[\d+\]$/, '')] : [])] : root,
  );
  return [...bySchema, ...byRules(value, root)];
}

/** Truncates a long last name, which is that of an unknown field. */
function shown(path: string): string {
  const [, before = '', name = ''] = /^(.*\]\.|)([^]*)$/.exec(path) ?? [];
  return before + name.slice(0, SHOWN_NAME).toWellFormed();
}

function byRules(value: unknown, path: string, levels = LEVELS): string[] {
  if (levels === 0) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => byRules(item, `${path}[${index}]`, levels - 1));
  if (typeof value === 'string') return RULES.get(path.split('.').at(-1))?.(value) === false ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    IGNORED.has(name) ? [] : byRules(member, path === '' ? name : `${path}.${name}`, levels - 1),
  );
}

/** Whether a text is a URL of up to 2,048 characters in its normal form. */
function isImageUrl(text: string): boolean {
  return URL.canParse(text) && storedUrl(text).length <= 2_048;
}

/** Whether a text is a timestamp of RFC 3339 on an existing day. */
function isMoment(text: string): boolean {
  const day = /^\d{4}-\d\d-(\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.exec(text)?.[1];
  const isDay = new Date(text.slice(0, 10)).getUTCDate() === Number(day);
  return isDay && !Number.isNaN(Date.parse(text));
}

/** Whether a text is the place of an item in a list that is read onwards: base64url of its time and its id. */
function isCursor(text: string): boolean {
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ');
  return isMoment(at) && UUID.test(id);
}
