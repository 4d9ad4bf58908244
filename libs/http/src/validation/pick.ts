import { metadataOf, type RequestClass } from './request-class.js';
import { toInstance } from './to-instance.js';
import { MAX_PROBLEMS, type Problem, shownName } from './validate.js';

/**
 * Makes an instance from the declared fields of a sent object. Reports and leaves out unknown fields, objects in place of plain values,
 * and lists that are too long, so that no later step processes unbounded depth or width. It stops at {@link MAX_PROBLEMS}.
 * @param type a class whose properties all have field decorators
 * @param problems receives each problem, such as one of `questions[0].color`
 */
export function pickDeclared(type: RequestClass, sent: object, path: string, problems: Problem[]): object {
  const { properties, ignored, transformed } = metadataOf(type);
  // class-transformer takes ten times as long to make an instance.
  const isTransformed = transformed.size > 0;
  const values = (isTransformed ? {} : new (type as new () => object)()) as Record<string, unknown>;
  const lists: Record<string, unknown> = isTransformed ? {} : values;
  for (const name of Object.keys(sent)) {
    if (problems.length >= MAX_PROBLEMS) break;
    const value = (sent as Record<string, unknown>)[name];
    const { kind, item } = properties.get(name) ?? UNKNOWN;
    if (kind === undefined) {
      if (!ignored.has(name)) problems.push({ path: path + shownName(name), message: 'unknown field' });
    } else if (kind.limits.maxItems !== undefined && Array.isArray(value)) {
      const picked = pickList(item, kind.limits.maxItems, value, path + name, problems);
      (transformed.has(name) ? values : lists)[name] = picked;
    } else if (typeof value === 'object' && value !== null) {
      problems.push({ path: path + name, message: `must be ${kind.noun}` });
    } else {
      values[name] = value;
    }
  }
  return isTransformed ? Object.assign(toInstance(type, values, path.slice(0, -1) || 'request'), lists) : values;
}

const UNKNOWN = { kind: undefined, item: undefined };

/** @param item the class of the items; undefined for plain values, which the rules of the field check */
function pickList(
  item: RequestClass | undefined,
  maxItems: number,
  sent: unknown[],
  path: string,
  problems: Problem[],
): unknown[] {
  if (sent.length > maxItems) {
    problems.push({ path, message: `must have at most ${maxItems} items` });
    return [];
  }
  if (item === undefined) return sent;
  const items: object[] = [];
  for (const [index, value] of sent.entries()) {
    if (problems.length >= MAX_PROBLEMS) break;
    const at = `${path}[${index}]`;
    if (isObject(value)) {
      items.push(pickDeclared(item, value, `${at}.`, problems));
    } else {
      problems.push({ path: at, message: 'must be an object' });
      items.push({});
    }
  }
  return items;
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
