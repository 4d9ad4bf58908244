// Rate-limit windows of single endpoints, in addition to the general one, from the metadata of @nestjs/throttler's decorators.
import { type ExecutionContext, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';

type Resolvable = number | ((context: ExecutionContext) => number | Promise<number>);

/** A window declared by `@Throttle`. Omitted values are those of the general window. */
export interface RouteWindow {
  /** Such as `GET /api/quizzes/:id default`: requests to other routes have windows of their own. */
  readonly name: string;
  /** Requests allowed. */
  readonly limit: Resolvable | undefined;
  /** Length in milliseconds. */
  readonly ttl: Resolvable | undefined;
}

const LIMIT = 'THROTTLER:LIMIT';
const TTL = 'THROTTLER:TTL';
export const SKIP = 'THROTTLER:SKIP';

const known = new WeakMap<object, WeakMap<object, readonly RouteWindow[]>>();

/** The windows of a route. Decorators of the method take precedence over those of the class. */
export function windowsOf(controller: Type, handler: NewableFunction): readonly RouteWindow[] {
  let ofController = known.get(controller);
  if (ofController === undefined) known.set(controller, (ofController = new WeakMap()));
  let windows = ofController.get(handler);
  if (windows === undefined) ofController.set(handler, (windows = readWindows(controller, handler)));
  return windows;
}

function readWindows(controller: Type, handler: NewableFunction): RouteWindow[] {
  const nearest = (key: string) => nearestOf(key, controller, handler);
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number];
  const route = `${method} ${Reflect.getMetadata(PATH_METADATA, handler) as string}`;
  return namesOf(LIMIT, controller, handler)
    .filter((name) => nearest(SKIP + name) !== true)
    .map((name) => ({
      name: `${route} ${name}`,
      limit: nearest(LIMIT + name) as RouteWindow['limit'],
      ttl: nearest(TTL + name) as RouteWindow['ttl'],
    }));
}

/** The names of the windows that the decorators give a value with this prefix. */
export function namesOf(prefix: string, ...targets: object[]): string[] {
  const keys = targets.flatMap((target) => Reflect.getMetadataKeys(target) as unknown[]);
  const names = keys.flatMap((key) =>
    typeof key === 'string' && key.startsWith(prefix) ? key.slice(prefix.length) : [],
  );
  return [...new Set(names)];
}

export const nearestOf = (key: string, controller: Type, handler: NewableFunction): unknown =>
  Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller);
