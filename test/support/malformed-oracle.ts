// The correct responses to a malformed request, derived from the request, the OpenAPI document and the rules of the API.
import { isUtf8 } from 'node:buffer';
import { boundsProblem } from '#libs/http';
import type { Answer } from './http.js';
import { hasType, JSON_TYPE } from './malformed-answers.js';
import { wrongPaths } from './malformed-schema.js';
import {
  METHODS,
  type OpenApiDocument,
  type Parameter,
  type RequestBody,
  type Response,
  type Schema,
} from './openapi/document.js';
import { matchPath, segmentsBelow } from './openapi/paths.js';
import { fromText } from './openapi/validate-schema.js';

export interface MalformedRequest {
  method: string;
  target: string;
  /** By names in lower case; a list is sent as several headers. */
  headers: Record<string, string | string[]>;
  body?: Buffer | undefined;
}

export interface Operation {
  method: string;
  /** Such as `/quizzes/{id}`. */
  template: string;
  parameters: Parameter[];
  body: Schema | undefined;
  /** A valid body. */
  example: unknown;
  /** The largest body, in bytes. */
  bodyLimit: number;
  success: Outcome;
  /** The errors that it declares for calls whose shape is correct. */
  errors: Outcome[];
}

/** A correct response; unknown parts are undefined. */
export interface Outcome {
  status: number;
  /** Media type of a success that is no JSON. */
  type?: string;
  error?: string;
  /** The error begins with one of these. */
  paths?: string[];
  /** The methods of the header Allow. */
  allow?: string[];
}

export interface Call {
  request: MalformedRequest;
  operation: Operation;
  params: Record<string, string>;
  /** The body as parsed. */
  body: unknown;
}

/** The oracle's knowledge of an interface of the service. */
export interface Surface {
  document: OpenApiDocument;
  /** Whether every response has the rate limit's headers. */
  isLimited: boolean;
  /** The responses for a path outside the interface, but next to it. */
  outside: Outcome[];
  /** The error for a caller who may not call the operation. It takes precedence over all others. */
  rejectCaller(request: MalformedRequest, operation: Operation | undefined): Outcome | undefined;
  /** The correct responses to a call of correct shape. */
  settle(call: Call): Outcome[];
}

const operations = new WeakMap<OpenApiDocument, Operation[]>();

/** All operations of a document, which is read once. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  const known = operations.get(document) ?? readOperations(document);
  operations.set(document, known);
  return known;
}

function readOperations({ paths = {} }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const [status, response] = Object.entries(operation.responses ?? {}).find(([one]) => one.startsWith('2')) ?? [];
      const body = operation.requestBody as RequestBody | undefined;
      const [type = JSON_TYPE] = Object.keys((response as Response | undefined)?.content ?? {});
      return {
        method: method.toUpperCase(),
        template,
        parameters: (operation.parameters ?? []) as Parameter[],
        body: body?.content[JSON_TYPE]?.schema,
        example: body?.content[JSON_TYPE]?.example,
        bodyLimit: Number(/At most (\d+) KiB/.exec(body?.description ?? '')?.[1] ?? 16) * 1024,
        success: { status: Number(status), ...(type !== JSON_TYPE && { type }) },
        errors: [404, 409, 412, 422].flatMap((code) =>
          errorsOf(code, operation.responses?.[code] as Response | undefined),
        ),
      };
    }),
  );
}

function errorsOf(status: number, response: Response | undefined): Outcome[] {
  const { example, examples = {} } = response?.content?.[JSON_TYPE] ?? {};
  const bodies = [example, ...Object.values(examples).map((one) => ('value' in one ? one.value : undefined))];
  return bodies.flatMap((body) => (body === undefined ? [] : [{ status, error: (body as { error: string }).error }]));
}

/** The value of a header as a server reads it. */
export function headerOf({ headers }: MalformedRequest, name: string): string | undefined {
  const values = headers[name];
  return values === undefined ? undefined : [values].flat().map(trimSpaces).join(', ');
}

const trimSpaces = (text: string) => text.replace(/^[ \t]+|[ \t]+$/g, '');

const TOO_LARGE = { status: 413, error: 'Request body is too large' };
const NOT_JSON = { status: 415, error: 'Content-Type must be application/json' };
const ENCODED = { status: 415, error: 'Content-Encoding must be identity' };
const WRONG_HOST = { status: 400, error: 'Malformed HTTP request' };
const INVALID_JSON = { status: 400, error: 'Request body is not valid JSON' };
export const LONG_HEAD = { status: 431, error: 'Request headers are too large' };

/** The right answers, one of which must come. */
export function judge(surface: Surface, request: MalformedRequest): Outcome[] {
  const length = request.target.length + Object.values(request.headers).flat().join('').length;
  const outcomes = length > 17_500 ? [] : judgeHead(surface, request);
  return length > 14_000 ? [...outcomes, LONG_HEAD] : outcomes;
}

export function isInside(surface: Surface, { target }: MalformedRequest): boolean {
  return segmentsBelow(surface.document, target) !== undefined;
}

type Route = Pick<Call, 'operation' | 'params'>;

/** The operations that a target may call, with whichever method. */
export const routesOf = (document: OpenApiDocument, target: string): Route[] =>
  routesAt(document, segmentsBelow(document, target) ?? []);

function routesAt(document: OpenApiDocument, segments: string[]): Route[] {
  const routes = operationsOf(document).flatMap((operation) => {
    const params = matchPath(operation.template, segments);
    return params === undefined ? [] : [{ operation, params }];
  });
  // A path with fewer parameters goes before: `/quizzes/export` is no quiz.
  return routes.sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length);
}

function judgeHead(surface: Surface, request: MalformedRequest): Outcome[] {
  const segments = segmentsBelow(surface.document, request.target);
  if (segments === undefined) return surface.outside;
  const isPreflight =
    Boolean(headerOf(request, 'origin')) && Boolean(headerOf(request, 'access-control-request-method'));
  if (surface.isLimited && request.method === 'OPTIONS' && isPreflight) return [{ status: 204 }];
  const routes = routesAt(surface.document, segments);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const route = routes.find(({ operation }) => operation.method === method);
  const rejection = surface.rejectCaller(request, route?.operation);
  if (rejection !== undefined) return [rejection];
  if (routes.length === 0) return [{ status: 404, error: 'Not found' }];
  const allow = routes.flatMap(({ operation: one }) => (one.method === 'GET' ? ['GET', 'HEAD'] : one.method));
  return route === undefined
    ? [{ status: 405, error: 'Method not allowed', allow }]
    : judgeShape(surface, request, route);
}

function judgeShape(surface: Surface, request: MalformedRequest, { operation, params }: Route): Outcome[] {
  const { document } = surface;
  if (/[ @]|\[[^\]]*$/.test(headerOf(request, 'host') ?? '')) return [WRONG_HOST];
  const body = parse(request.body);
  const isTooLarge = (request.body?.length ?? 0) > operation.bodyLimit;
  const ofBody = judgeBody(document, operation, request, { body, isTooLarge });
  const certain = [
    ...ofBody,
    ...judgeQuery(document, operation, request.target),
    ...judgeIdempotencyKey(operation, request),
  ];
  const unclear = [
    ...(isUnclear(request) && operation.body !== undefined ? [NOT_JSON] : []),
    ...(isTooLarge ? [TOO_LARGE] : []),
    ...(isIntricate(request) ? [{ status: 400, paths: ['body'] }] : []),
    // A fragment has no place in a request: what follows it may be taken for a query.
    ...(request.target.includes('#') ? [{ status: 400 }] : []),
  ];
  return [...(certain.length > 0 ? certain : surface.settle({ request, operation, params, body })), ...unclear];
}

/** Meaningless parameters of the content type, or another encoding: the service may reject or ignore them. */
function isUnclear(request: MalformedRequest): boolean {
  const type = headerOf(request, 'content-type') ?? '';
  return /^application\/json\s*;/i.test(type) && !/^application\/json\s*;\s*charset="?utf-8"?$/i.test(type);
}

/** More levels or values than some bodies may have, whether or not the operation uses its body. */
const isIntricate = ({ body }: MalformedRequest) =>
  body !== undefined && boundsProblem(body, { bytes: 0, depth: 2, values: 100 }) !== undefined;

function judgeBody(
  document: OpenApiDocument,
  operation: Operation,
  request: MalformedRequest,
  { body, isTooLarge }: { body: unknown; isTooLarge: boolean },
): Outcome[] {
  const type = headerOf(request, 'content-type');
  const isEmpty = (request.body?.length ?? 0) === 0;
  // A body that the operation does not use must be JSON too.
  const isIgnored = operation.body === undefined;
  if (isIgnored && (!/^(POST|PUT|PATCH)$/.test(request.method) || (type === undefined && isEmpty))) return [];
  if (type === undefined) return [isEmpty ? INVALID_JSON : NOT_JSON];
  if (!/^application\/json\s*(;|$)/i.test(type)) return isEmpty ? [NOT_JSON, INVALID_JSON] : [NOT_JSON];
  if (isTooLarge) return [TOO_LARGE];
  if (headerOf(request, 'content-encoding') !== undefined) return [ENCODED];
  if (body === undefined) return [INVALID_JSON];
  if (operation.body === undefined) return [];
  const paths = wrongPaths(document, operation.body, body);
  return paths.length > 0 ? [{ status: 400, paths }] : [];
}

/** The parsed body; undefined if it is not JSON. */
function parse(body: Buffer | undefined): unknown {
  try {
    return body !== undefined && isUtf8(body) ? JSON.parse(body.toString()) : undefined;
  } catch {
    return undefined;
  }
}

export const queryOf = (target: string) => new URLSearchParams(target.split('?').slice(1).join('?'));

function judgeQuery(document: OpenApiDocument, { parameters }: Operation, target: string): Outcome[] {
  if (target.includes('#')) return [];
  const query = queryOf(target);
  const names = [...query.keys()];
  const paths = parameters.flatMap(({ name, in: place, schema }) => {
    if (place !== 'query') return [];
    const [value, ...more] = query.getAll(name);
    if (more.length > 0 || names.some((given) => given.startsWith(`${name}[`))) return [name];
    if (value !== undefined && hasUnreadable(target, name)) return [name];
    return value === undefined || schema === undefined
      ? []
      : wrongPaths(document, schema, fromText(schema, value), name);
  });
  return paths.length > 0 ? [{ status: 400, paths }] : [];
}

/** Whether a value of a parameter is no percent-encoded UTF-8. */
function hasUnreadable(target: string, name: string): boolean {
  const parts = target.slice(target.indexOf('?') + 1).split('&');
  return parts.some((part) => {
    if (decoded(part.split('=')[0] ?? '') !== name) return false;
    return decoded(part) === undefined;
  });
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export function takesHeader({ parameters }: Operation, name: string): boolean {
  return parameters.some((parameter) => parameter.in === 'header' && parameter.name === name);
}

function judgeIdempotencyKey(operation: Operation, request: MalformedRequest): Outcome[] {
  const key = headerOf(request, 'idempotency-key');
  if (key === undefined || !takesHeader(operation, 'Idempotency-Key') || /^[\x21-\x7e]{1,255}$/.test(key)) return [];
  return [{ status: 400, error: 'Idempotency-Key: must have 1 to 255 visible ASCII characters' }];
}

/** Whether an answer is the one that an outcome says. */
export function fits({ method }: MalformedRequest, { status, headers, text }: Answer, outcome: Outcome): boolean {
  if (status !== outcome.status) return false;
  const allowed = headers.allow?.split(', ').sort();
  if (outcome.allow !== undefined && String(allowed) !== String([...outcome.allow].sort())) return false;
  if (method === 'HEAD') return true;
  if (status < 400) return outcome.type === undefined || hasType(headers, outcome.type);
  const { error } = JSON.parse(text) as { error: string };
  if (outcome.error !== undefined && error !== outcome.error) return false;
  return outcome.paths?.some((path) => error.startsWith(`${path}: `)) ?? true;
}
