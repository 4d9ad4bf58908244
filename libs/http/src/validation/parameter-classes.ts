// The parameters of a controller's method, as Nest's decorators describe them.
import type { Type } from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { metadataOf, type RequestClass } from './request-class.js';

interface Parameter {
  /** Of {@link RouteParamtypes}, as text. */
  kind: string;
  /** What the compiler emitted as its type. */
  type: unknown;
  /** The single field that the parameter gets, as with `@Query('page')`. */
  data?: unknown;
  pipes: unknown[];
}

export function parametersOf(controller: Type, method: string): Parameter[] {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { index: number; data?: unknown; pipes: unknown[] }
  >;
  const prototype = controller.prototype as object;
  const types = (Reflect.getMetadata(PARAMTYPES_METADATA, prototype, method) ?? []) as unknown[];
  return Object.entries(parameters).map(([key, { index, data, pipes }]) => {
    const [kind = ''] = key.split(':');
    return { kind, type: types[index], data, pipes };
  });
}

/** Whether a type is a class whose fields have validation. */
export const isValidated = (type: unknown): type is RequestClass & Type =>
  typeof type === 'function' && metadataOf(type as RequestClass).properties.size > 0;

/** Whether the body of this type is the bytes of a file, which its parser validates. */
export const isFile = (type: unknown): boolean => type === Buffer;

/** The request classes of an endpoint's parameters with `@Body()` and `@Query()`. */
export interface ParameterClasses {
  /** `Buffer` for the bytes of a file. */
  readonly body: Type | undefined;
  readonly query: Type | undefined;
}

export function parameterClasses(controller: Type, method: string): ParameterClasses {
  const parameters = parametersOf(controller, method);
  const classOf = (kind: RouteParamtypes) =>
    parameters
      .filter((one) => one.kind === `${kind}` && one.data === undefined)
      .map(({ type }) => type)
      .find((type): type is Type => isValidated(type) || (kind === RouteParamtypes.BODY && isFile(type)));
  return { body: classOf(RouteParamtypes.BODY), query: classOf(RouteParamtypes.QUERY) };
}
