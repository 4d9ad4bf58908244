// A second opinion on what is wrong with a body: from the schema, and from the rules that a schema cannot say.
import { type OpenApiDocument, type Reference, resolve, type Schema, type SchemaObject } from './openapi/document.js';

/** Read-only fields that are taken back and ignored, by the schema of the body that they stand in. */
const IGNORED: Record<string, readonly string[]> = {
  QuizBody: ['id', 'authorId', 'author', 'createdAt', 'updatedAt'],
  QuestionBody: ['id', 'order'],
  AnswerBody: ['id', 'order'],
};

const TRIMMED = new Set(['title', 'displayName', 'name', 'email', 'search']);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Length that the name of an unknown field is cut to where an error shows it. */
const SHOWN_NAME = 100;

/** The paths of all that is wrong with a value of JSON, such as `questions[0].text`. None where the value is right. */
export function wrongPaths(document: OpenApiDocument, schema: Schema | undefined, value: unknown, path = ''): string[] {
  if (schema === undefined || typeof schema === 'boolean') return [];
  const resolved = resolve(document, schema as SchemaObject | Reference);
  const types = [resolved.type].flat();
  const wrong = [path === '' ? 'body' : path];
  if (value === null) return types.includes('null') ? [] : wrong;
  switch (types[0]) {
    case 'object':
      return typeof value === 'object' && !Array.isArray(value) ? inObject(document, schema, value, path) : wrong;
    case 'array':
      return Array.isArray(value) ? inList(document, resolved, value, path) : wrong;
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong;
    case 'integer':
      return isWithin(resolved, value) ? [] : wrong;
    default:
      return isText(resolved, value, path) ? [] : wrong;
  }
}

function inObject(document: OpenApiDocument, schema: SchemaObject, value: object, path: string): string[] {
  const { properties = {}, required = [] } = resolve(document, schema);
  const ignored = IGNORED[/\w+$/.exec(schema.$ref ?? '')?.[0] ?? ''] ?? [];
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map(at);
  const wrong = Object.entries(value).flatMap(([name, member]) => {
    if (Object.hasOwn(properties, name)) return wrongPaths(document, properties[name], member, at(name));
    return ignored.includes(name) ? [] : [at(name.slice(0, SHOWN_NAME).toWellFormed())];
  });
  return [...missing, ...wrong];
}

function inList(document: OpenApiDocument, schema: SchemaObject, values: unknown[], path: string): string[] {
  const {
    minItems = 0,
    maxItems = Infinity,
    items,
  } = schema as { minItems?: number; maxItems?: number; items?: Schema };
  if (values.length > maxItems) return [path];
  const wrong = values.flatMap((value, index) => wrongPaths(document, items, value, `${path}[${index}]`));
  return values.length < minItems || lacksCorrectAnswer(document, items, values) ? [path, ...wrong] : wrong;
}

/** "At least one is correct": what holds for a list whose items can be. */
function lacksCorrectAnswer(document: OpenApiDocument, items: Schema | undefined, values: unknown[]): boolean {
  const { properties = {} } = resolve(document, items as SchemaObject);
  if (!Object.hasOwn(properties, 'isCorrect')) return false;
  return !values.some((value) => (value as { isCorrect?: unknown } | null)?.isCorrect === true);
}

function isWithin({ minimum = -Infinity, maximum = Infinity }: SchemaObject, value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= Number(minimum) && Number(value) <= Number(maximum);
}

function isText(schema: SchemaObject, value: unknown, path: string): boolean {
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) return false;
  const { minLength = 0, maxLength = Infinity, format, enum: choices } = schema;
  const name = /\w+$/.exec(path)?.[0] ?? '';
  const text = TRIMMED.has(name) ? value.trim() : value;
  const length = [...text].length;
  if (length < Number(minLength) || length > Number(maxLength)) return false;
  if (text !== '' && text.trim() === '') return false;
  if (choices !== undefined) return choices.includes(text);
  if (format === 'uuid') return UUID.test(text);
  if (format === 'uri') return /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text);
  // Signing in takes any text for an email.
  if (name === 'email' && minLength !== 1)
    return /^[^\s@]+@[^\s@]+$/.test(text.toLowerCase()) && [...text.toLowerCase()].length <= 254;
  if (name === 'expiresAt') return isMoment(text) && Date.parse(text) > Date.now();
  if (name === 'after') return isCursor(text);
  return format !== 'date-time' || isMoment(text);
}

/** Whether a text is a time of RFC 3339, on a day that there is. */
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
