// The metadata that decorators of class-validator and class-transformer give a request class, read once per class.
import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { inheritTransformationMetadata } from '@nestjs/mapped-types';
import { ApiExtension } from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import { type Rule, ruleOf } from './rule.js';

export type RequestClass = abstract new () => object;

/** The kind of a field's values. Its decorator passes it as the context of the rule. */
export class FieldKind {
  /**
   * @param noun what a value must be, for the message about an object in its place: "a string"
   * @param limits `maxLength` of a text, in code points; `maxItems` of a list
   */
  constructor(
    readonly noun: string,
    readonly limits: { readonly maxLength?: number; readonly maxItems?: number } = {},
  ) {}
}

interface Property {
  readonly name: string;
  /** Undefined if no field decorator declares the property. */
  readonly kind: FieldKind | undefined;
  /** The class of the objects in it. */
  readonly item: RequestClass | undefined;
  /** Whether these objects are validated. */
  readonly isNested: boolean;
  /** Conditions under which the property is validated at all. */
  readonly conditions: readonly ((object: object, value: unknown) => boolean)[];
  readonly rules: readonly Rule[];
}

interface RequestMetadata {
  /** The validated properties, inherited ones too; none if the class has no validation. */
  readonly properties: ReadonlyMap<string, Property>;
  /** Names of fields that are accepted and ignored. */
  readonly ignored: ReadonlySet<string>;
  /** Whether field decorators declare every property, including those of objects in lists. */
  readonly hasFieldsOnly: boolean;
  /** Names of the properties that class-transformer changes, beyond making instances of the objects in them. */
  readonly transformed: ReadonlySet<string>;
}

const known = new WeakMap<RequestClass, RequestMetadata>();

/** @throws Error for a decorator that makes no sense in a request */
export function metadataOf(type: RequestClass): RequestMetadata {
  let metadata = known.get(type);
  if (metadata === undefined) known.set(type, (metadata = readMetadata(type)));
  return metadata;
}

function readMetadata(type: RequestClass): RequestMetadata {
  return {
    properties: propertiesOf(type),
    ignored: (Reflect.getMetadata(IGNORED, type) as Set<string> | undefined) ?? new Set(),
    hasFieldsOnly: [...withNested([type])].every((one) =>
      [...propertiesOf(one).values()].every(({ kind }) => kind !== undefined),
    ),
    transformed: transformedProperties(type),
  };
}

function propertiesOf(type: RequestClass): Map<string, Property> {
  const storage = getMetadataStorage();
  const byName = storage.groupByPropertyName(storage.getTargetValidationMetadatas(type, '', false, false));
  return new Map(
    Object.entries(byName).map(([name, metadata]) => {
      const ofKind = (kind: string) => metadata.filter((one) => one.type === kind);
      const other = metadata.find((one) => !KINDS.includes(one.type));
      if (other !== undefined) throw new Error(`${type.name}.${name}: a request has no ${other.type}`);
      const property = {
        name,
        kind: metadata.map(({ context }) => context as unknown).find((context) => context instanceof FieldKind),
        item: itemClass(type, name),
        isNested: ofKind('nestedValidation').length > 0,
        conditions: ofKind('conditionalValidation').map(({ constraints }) => constraints[0] as () => boolean),
        rules: [...ofKind('isDefined'), ...ofKind('customValidation')].flatMap((one) =>
          storage
            .getTargetValidatorConstraints(one.constraintCls)
            .map((constraint) => ruleOf(one, constraint, type.name)),
        ),
      };
      return [name, property];
    }),
  );
}

/** The rule types of class-validator, except the one for promises. */
const KINDS = ['customValidation', 'isDefined', 'conditionalValidation', 'nestedValidation', 'whitelistValidation'];

/** The classes, and those of the objects in their properties. */
export function withNested(types: Iterable<RequestClass>, found = new Set<RequestClass>()): Set<RequestClass> {
  for (const type of types) {
    if (found.has(type)) continue;
    found.add(type);
    withNested(
      [...propertiesOf(type).values()].flatMap(({ item }) => item ?? []),
      found,
    );
  }
  return found;
}

const WITHOUT_FIELDS: unknown[] = [Object, Array, String, Number, Boolean, Date, Map, Set, Promise, undefined];

/** The class that class-transformer makes of the objects in a property. Only a trial transformation shows it. */
function itemClass(type: RequestClass, name: string): RequestClass | undefined {
  let made: unknown;
  try {
    made = (plainToInstance(type as new () => object, { [name]: [{}] }) as Record<string, unknown>)[name];
  } catch {
    // A `@Transform` that expects another value.
    return undefined;
  }
  const item = Array.isArray(made) ? (made[0] as unknown) : made;
  const constructor: unknown = (item as object | undefined)?.constructor;
  return WITHOUT_FIELDS.includes(constructor) ? undefined : (constructor as RequestClass);
}

/**
 * Names of the properties that class-transformer changes, beyond making instances of the objects in them. It hides its metadata; Nest's
 * mapped types can copy them, and name each property once per kind of metadata.
 */
export function transformedProperties(type: RequestClass): Set<string> {
  const names: string[] = [];
  const constructor = type as new () => object;
  // The filter collects the names, and lets nothing be copied.
  inheritTransformationMetadata(constructor, constructor, (name) => names.push(name) < 0);
  return new Set(names.filter((name, index) => names.indexOf(name) !== index || itemClass(type, name) === undefined));
}

const IGNORED = Symbol('ignored fields');

/** The extension in which {@link IgnoresFields} passes the names to the OpenAPI document. */
export const IGNORED_FIELDS = 'x-ignored-fields';

/** Fields that a client may send back as it read them; they are accepted and ignored. */
export function IgnoresFields(...names: string[]): ClassDecorator {
  return applyDecorators(
    (target: object) => Reflect.defineMetadata(IGNORED, new Set(names), target),
    ApiExtension(IGNORED_FIELDS, names),
  );
}
