// The differences between two schemas that break a client.
import type { Documents, Keyword, Schema } from './document.js';
import { includesType, looseness, shapesOf, TYPES, type Shape } from './schema-shapes.js';

/**
 * A new request schema must accept every value that the old one accepted; a new response schema must guarantee
 * everything that the old one guaranteed, including limits.
 */
export type Direction = 'request' | 'response';

export interface Comparison extends Documents {
  direction: Direction;
}

/** The breaking differences of two schemas, each as a text such as `property questions[].text: maxLength 1000 → 500`. */
export function schemaChanges(comparison: Comparison, before: Schema = true, after: Schema = true): string[] {
  return [...new Set(compareSchemas({ ...comparison, path: '', open: [] }, before, after))];
}

interface Place extends Comparison {
  /** Such as `quizzes[].author`, empty at the top. */
  path: string;
  /** The enclosing pairs being compared, at which a recursive schema ends. */
  open: string[];
}

function compareSchemas(place: Place, before: Schema, after: Schema): string[] {
  const pair = JSON.stringify([before, after]);
  if (place.open.includes(pair)) return [];
  const inside = { ...place, open: [...place.open, pair] };

  const old = shapesOf(place.before, before);
  const current = shapesOf(place.after, after);
  const [narrow, wide] = place.direction === 'request' ? [old, current] : [current, old];
  return narrow.flatMap((shape) => {
    const sameType = wide.filter(({ type }) => includesType(type, shape.type));
    if (sameType.length === 0) return [at(place, `type ${typeNames(old)} → ${typeNames(current)}`)];
    const fitting = sameType.filter(({ value }) => value === undefined || value === shape.value);
    if (fitting.length === 0) return [at(place, valueChange(place.direction, shape, sameType))];
    return fitting
      .map((other) =>
        place.direction === 'request' ? compareShapes(inside, shape, other) : compareShapes(inside, other, shape),
      )
      .reduce((best, changes) => (changes.length < best.length ? changes : best));
  });
}

function compareShapes(place: Place, before: Shape, after: Shape): string[] {
  const changes = keywordChanges(place.direction, before, after).map((text) => at(place, text));
  if (before.type === 'object') changes.push(...propertyChanges(place, before, after));
  if (before.type === 'array' && (before.items !== undefined || after.items !== undefined)) {
    changes.push(...compareSchemas(within(place, '[]'), before.items ?? true, after.items ?? true));
  }
  return changes;
}

function keywordChanges(direction: Direction, before: Shape, after: Shape): string[] {
  const [narrow, wide] = direction === 'request' ? [before, after] : [after, before];
  const changes = (Object.keys(wide.keywords) as Keyword[])
    .filter((keyword) => !isAsTight(keyword, narrow.keywords[keyword], wide.keywords[keyword]))
    .map((keyword) => `${keyword} ${before.keywords[keyword] ?? 'none'} → ${after.keywords[keyword] ?? 'none'}`);
  if (direction === 'request' && before.default !== undefined && before.default !== after.default) {
    changes.push(`default ${before.default} → ${after.default ?? 'none'}`);
  }
  return changes;
}

function isAsTight(keyword: Keyword, narrow: number | string | undefined, wide: number | string | undefined): boolean {
  if (narrow === undefined || looseness(keyword) === 0) return narrow === wide;
  return looseness(keyword) * (Number(wide) - Number(narrow)) >= 0;
}

function propertyChanges(place: Place, before: Shape, after: Shape): string[] {
  const isRequest = place.direction === 'request';
  const changes: string[] = [];
  for (const [name, schema] of Object.entries(before.properties)) {
    const instead = isRequest ? (after.additionalProperties ?? true) : false;
    const accepted = after.properties[name] ?? instead;
    const here = within(place, name);
    changes.push(...(accepted === false ? [`property ${here.path} removed`] : compareSchemas(here, schema, accepted)));
  }
  const [needed, given] = isRequest ? [after, before] : [before, after];
  const verdict = isRequest ? 'now required' : 'no longer required';
  for (const name of needed.required) {
    const isRemoved = !isRequest && name in before.properties && !(name in after.properties);
    if (!given.required.includes(name) && !isRemoved) changes.push(`property ${within(place, name).path} ${verdict}`);
  }
  return [...changes, ...additionalPropertyChanges(place, before, after)];
}

function additionalPropertyChanges(place: Place, before: Shape, after: Shape): string[] {
  const [old, current] = [before.additionalProperties, after.additionalProperties];
  // A response may always gain properties: only the promise of a map is one.
  const isPromised = place.direction === 'request' ? old !== false : typeof old === 'object';
  if (!isPromised || (old === undefined && current === undefined)) return [];
  if (current === false) return [at(place, 'additional properties removed')];
  return compareSchemas(within(place, '*'), old ?? true, current ?? true);
}

function valueChange(direction: Direction, shape: Shape, allowed: Shape[]): string {
  const isRequest = direction === 'request';
  if (shape.value !== undefined) return `value ${shape.value} ${isRequest ? 'removed' : 'added'}`;
  const values = allowed.map(({ value }) => value).join(', ');
  return `${shape.type} ${isRequest ? 'now' : 'no longer'} limited to ${values}`;
}

function typeNames(shapes: Shape[]): string {
  const types = new Set(shapes.map(({ type }) => type));
  return TYPES.every((type) => types.has(type)) ? 'any' : [...types].join(' | ') || 'none';
}

function within(place: Place, step: string): Place {
  const separator = place.path === '' || step === '[]' ? '' : '.';
  return { ...place, path: `${place.path}${separator}${step}` };
}

function at({ path }: Place, text: string): string {
  return path === '' ? text : `property ${path}: ${text}`;
}
