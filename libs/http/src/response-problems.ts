// Finds classes of responses whose decorators do not say what is sent.
import { ClassSerializerInterceptor, type Type } from '@nestjs/common';
import { INTERCEPTORS_METADATA } from '@nestjs/common/constants.js';
import { instanceToPlain } from 'class-transformer';
import type { RegisteredEndpoint } from './access.js';
import { RESPONSE_CLASSES } from './endpoint.decorator.js';
import { transformedProperties } from './validation/request-class.js';

/** Metadata keys of `@ApiProperty`, which @nestjs/swagger does not export. */
const FIELDS = 'swagger/apiModelPropertiesArray';
const FIELD = 'swagger/apiModelProperties';

/** @returns one message for each class without described fields and for each field that `@Exclude` does not leave out */
export function responseProblems({ controller, handler }: RegisteredEndpoint): string[] {
  const types = Reflect.getMetadata(RESPONSE_CLASSES, handler) as Type[];
  const isSerialized = [controller, handler].some((target) =>
    ((Reflect.getMetadata(INTERCEPTORS_METADATA, target) ?? []) as unknown[]).some(isSerializer),
  );
  return [...withNested(types)].flatMap((type) => [
    ...(fieldsOf(type).length > 0
      ? []
      : [`the response's ${type.name} describes no field: give its fields @ApiProperty()`]),
    ...(isSerialized ? [] : excludedFields(type)).map(
      (name) =>
        `${type.name}.${name} has @Exclude() and is sent: add @UseInterceptors(ClassSerializerInterceptor) and return instances, or leave the field out`,
    ),
  ]);
}

const isSerializer = (interceptor: unknown) =>
  interceptor === ClassSerializerInterceptor || interceptor instanceof ClassSerializerInterceptor;

function fieldsOf({ prototype }: Type): string[] {
  const keys = (Reflect.getMetadata(FIELDS, prototype as object) ?? []) as string[];
  return keys.map((key) => key.slice(1));
}

/** The classes, and those of their described fields. */
function withNested(types: readonly Type[], found = new Set<Type>()): Set<Type> {
  for (const type of types) {
    if (found.has(type)) continue;
    found.add(type);
    withNested(
      fieldsOf(type).flatMap((name) => classOf(type, name)),
      found,
    );
  }
  return found;
}

const BUILT_IN: unknown[] = [Object, Array, String, Number, Boolean, BigInt, Date];

function classOf({ prototype }: Type, name: string): Type[] {
  const { type } = Reflect.getMetadata(FIELD, prototype as object, name) as { type?: unknown };
  // `type: () => Answer`
  const isLazy = typeof type === 'function' && type.prototype === undefined;
  const item = [isLazy ? (type as () => unknown)() : type].flat()[0];
  return typeof item === 'function' && !BUILT_IN.includes(item) ? [item as Type] : [];
}

function excludedFields(type: Type): string[] {
  const names = [...transformedProperties(type)];
  const instance = Object.assign(
    Object.create(type.prototype as object) as object,
    Object.fromEntries(names.map((name) => [name, true])),
  );
  const plain = instanceToPlain(instance);
  return names.filter((name) => !(name in plain));
}
