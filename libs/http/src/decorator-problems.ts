// Finds Nest decorators that would have no effect on an endpoint, or would contradict its description.
// Only Nest's `constants.js` exports the metadata keys of its decorators, and only `route-paramtypes.enum.js` the kinds of parameters.
// Only this lib, the rate limits of `libs/traffic` and `sort-modules.ts` import these internal files.
import {
  HEADERS_METADATA,
  HTTP_CODE_METADATA,
  REDIRECT_METADATA,
  RENDER_METADATA,
  VERSION_METADATA,
} from '@nestjs/common/constants.js';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { RegisteredEndpoint } from './access.js';
import { DECLARED_STATUS, JSON_TYPE } from './endpoint.decorator.js';
import { isFile } from './validation/parameter-classes.js';
import { Scope } from '#libs/access';

/** @returns one message for each misused decorator; any of them stops the start */
export function decoratorProblems({ controller, handler, access, body }: RegisteredEndpoint): string[] {
  const own = (key: string): unknown => Reflect.getMetadata(key, handler);
  const problems = access.kind === 'scope' ? scopeProblems(access.scope) : [];
  const declared = Reflect.getMetadata(DECLARED_STATUS, handler) as number;
  const config = own(FASTIFY_ROUTE_CONFIG_METADATA) as { access?: unknown };
  const redirect = own(REDIRECT_METADATA) as { statusCode?: number } | undefined;
  const headers = (own(HEADERS_METADATA) ?? []) as { name: string; value: unknown }[];
  if (config.access !== access) problems.push('@RouteConfig must stand below the decorator of the endpoint');
  if (own(HTTP_CODE_METADATA) !== declared) problems.push('@HttpCode is for `status` of the endpoint to say');
  if (redirect !== undefined && (redirect.statusCode ?? 302) !== declared) {
    problems.push('@Redirect needs the same `status` in the decorator of the endpoint, such as 302');
  }
  if (headers.some(({ name, value }) => name.toLowerCase() === 'content-type' && value !== JSON_TYPE)) {
    problems.push('@Header must not set content-type: say it with `file` of the endpoint');
  }
  if (own(RENDER_METADATA) !== undefined) problems.push('@Render has no view engine: return what is to be sent');
  if ([handler, controller].some((target) => Reflect.getMetadata(VERSION_METADATA, target) !== undefined)) {
    problems.push('@Version does nothing here: a version is part of the path');
  }
  if (isFile(body.type) && body.limit === undefined) {
    problems.push('a body that is a Buffer needs `bodyLimit`: add the bytes of the largest file, such as 5_000_000');
  }
  return problems;
}

/** @param scope of any type: tests run decorators without a check of their types */
function scopeProblems(scope: unknown): string[] {
  if (scope === undefined) return ['names no scope: add `scope` to @Endpoint'];
  return scope instanceof Scope ? [] : ['asks for a scope that no module declares: declare it with scope()'];
}
