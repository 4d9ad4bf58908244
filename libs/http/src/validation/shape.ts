// What the fields of a request class look like, recorded by the field decorators, and the first look at what a client sent.
import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { hasForeignRules, validatedProperties } from './decorated-class.js';

export type RequestClass = abstract new () => object;

interface Field {
  /** What a value must be, for the message where it is an object: "a string". */
  readonly noun: string;
  readonly list?: { readonly item: () => RequestClass; readonly max: number };
}

const FIELDS = Symbol('fields');
const IGNORED = Symbol('ignored fields');
const PARSED = Symbol('parsed');

export function recordField(prototype: object, name: string, field: Field): void {
  const own = Reflect.getOwnMetadata(FIELDS, prototype) as Map<string, Field> | undefined;
  const fields = own ?? new Map(Reflect.getMetadata(FIELDS, prototype) as Map<string, Field> | undefined);
  fields.set(name, field);
  Reflect.defineMetadata(FIELDS, fields, prototype);
}

/** Notes that a value of a class is changed by class-transformer before it is looked at. */
export function recordParsed(prototype: object): void {
  Reflect.defineMetadata(PARSED, true, prototype);
}

/** Whether a value of a request class, or of its lists, is changed by class-transformer. */
export function isParsed(type: RequestClass): boolean {
  return shapeOf(type).isParsed;
}

/** Makes an instance of what {@link pickDeclared} picked, as class-transformer does, for classes that are not parsed. */
export function instantiate(type: RequestClass, picked: object): object {
  const instance = new (type as new () => Record<string, unknown>)();
  const fields = fieldsOf(type);
  for (const [name, value] of Object.entries(picked)) {
    const list = fields?.get(name)?.list;
    const isList = list !== undefined && Array.isArray(value);
    instance[name] = isList ? value.map((item: object) => instantiate(list.item(), item)) : value;
  }
  return instance;
}

/** Where {@link IgnoresFields} leaves the names for the OpenAPI document. */
export const IGNORED_FIELDS = 'x-ignored-fields';

/** Fields that a client may send back as it read them; they are accepted and ignored. */
export function IgnoresFields(...names: string[]): ClassDecorator {
  return applyDecorators(
    (target: object) => Reflect.defineMetadata(IGNORED, new Set(names), target),
    ApiExtension(IGNORED_FIELDS, names),
  );
}

/** The fields of a request class by name, or undefined where the class declares none. */
export function fieldsOf(type: RequestClass): ReadonlyMap<string, Field> | undefined {
  return shapeOf(type).fields;
}

/** What is known of a class that was asked for. */
interface Shape {
  readonly fields: ReadonlyMap<string, Field> | undefined;
  readonly ignored: ReadonlySet<string> | undefined;
  readonly isParsed: boolean;
  /** Every validated property, of the field decorators or of class-validator's own; none where nothing is validated. */
  readonly names: readonly string[];
  /** Whether the class, or one of its lists, has class-validator's own decorators. */
  readonly isDecorated: boolean;
}

/** What was recorded of classes that were asked for: metadata are looked up along all prototypes, and lists ask for each item. */
const shapes = new WeakMap<RequestClass, Shape>();

export function requestShape(type: RequestClass): Pick<Shape, 'names' | 'isDecorated'> {
  return shapeOf(type);
}

/** Whether a name that was sent is that of a field which is accepted and ignored, in an instance of a request class. */
export function isIgnored(instance: object, name: string): boolean {
  return shapeOf(instance.constructor as RequestClass).ignored?.has(name) === true;
}

function shapeOf(type: RequestClass): Shape {
  const known = shapes.get(type);
  if (known !== undefined) return known;
  const prototype = type.prototype as object;
  const fields = Reflect.getMetadata(FIELDS, prototype) as Map<string, Field> | undefined;
  const items = [...(fields?.values() ?? [])].flatMap(({ list }) => (list === undefined ? [] : [list.item()]));
  const names = [...validatedProperties(type)];
  const shape = {
    fields,
    ignored: Reflect.getMetadata(IGNORED, type) as Set<string> | undefined,
    isParsed: Reflect.hasMetadata(PARSED, prototype) || items.some((item) => isParsed(item)),
    names,
    isDecorated:
      names.some((name) => fields?.has(name) !== true) ||
      hasForeignRules(type) ||
      items.some((item) => shapeOf(item).isDecorated),
  };
  shapes.set(type, shape);
  return shape;
}

/** Length that a name sent by a client is cut to before it is shown in a message. */
const SHOWN_NAME = 100;

export const shownName = (name: string): string => name.slice(0, SHOWN_NAME).toWellFormed();

/**
 * Copies the declared fields of what a client sent, before anything walks into it: unknown fields, objects in the place of
 * plain values and lists that are too long are reported and left out, so that no later step meets unbounded depth or width.
 * @param problems receives a text for each problem, such as `questions[0].color: unknown field`
 */
export function pickDeclared(type: RequestClass, sent: object, path: string, problems: string[]): object {
  const { fields, ignored } = shapeOf(type);
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    const field = fields?.get(name);
    if (field === undefined) {
      if (ignored?.has(name) !== true) problems.push(`${path}${shownName(name)}: unknown field`);
    } else if (field.list !== undefined && Array.isArray(value)) {
      picked[name] = pickList(field.list, value, path + name, problems);
    } else if (typeof value === 'object' && value !== null) {
      problems.push(`${path}${name}: must be ${field.noun}`);
    } else {
      picked[name] = value;
    }
    if (problems.length >= 10) break;
  }
  return picked;
}

function pickList(list: NonNullable<Field['list']>, values: unknown[], path: string, problems: string[]): unknown[] {
  if (values.length > list.max) {
    problems.push(`${path}: must have at most ${list.max} items`);
    return [];
  }
  return values.map((value, index) => {
    const at = `${path}[${index}]`;
    if (isObject(value)) return pickDeclared(list.item(), value, `${at}.`, problems);
    problems.push(`${at}: must be an object`);
    return {};
  });
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
