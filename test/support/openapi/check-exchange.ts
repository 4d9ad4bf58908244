// Compares a request and its response with a document, as a validating proxy in front of the service would.
import { requestProblems } from './check-request.js';
import { bodyProblems, type Headers, mediaTypeOf, textOf, valueProblems } from './check-values.js';
import { withDeclaredFieldsOnly } from './declared-fields.js';
import {
  type Header,
  type OpenApiDocument,
  type Operation,
  type Reference,
  resolve,
  type Response,
} from './document.js';
import { allOperations, findRoute } from './paths.js';

export interface Exchange {
  method: string;
  /** Path and query. */
  target: string;
  requestHeaders: Headers;
  /** As parsed; undefined without one. */
  requestBody?: unknown;
  status: number;
  headers: Headers;
  /** Undefined if it is streamed. */
  body?: string | undefined;
}

/**
 * The mismatches of a response, and of its request if it was accepted (2xx), such as `header ETag is missing`. None for
 * a path that the document does not contain, and for CORS preflights.
 */
export function disagreements(document: OpenApiDocument, exchange: Exchange): string[] {
  const { method, target, status } = exchange;
  const route = findRoute(document, method, target);
  const isPreflight = method === 'OPTIONS' && status === 204;
  if (route === undefined || isPreflight) return [];
  const { operation, operations, params } = route;
  const isAccepted = status >= 200 && status < 300;
  if (operation !== undefined) {
    const ofRequest = isAccepted ? requestProblems(document, operation, params, exchange) : [];
    return [...ofRequest, ...responseProblems(document, operation, exchange)];
  }
  if (isAccepted) return ['the path has no such method'];
  // The errors that its operations declare apply to other methods of the path too. Those methods need authentication and,
  // in the backoffice, a CSRF token, even if the operations are public or reads, which then do not declare 401 or 403.
  const candidates = status === 401 || status === 403 ? allOperations(document) : operations;
  const problems = candidates.map((one) => responseProblems(document, one, exchange));
  return problems.find(({ length }) => length === 0) ?? problems[0] ?? [];
}

function responseProblems(document: OpenApiDocument, operation: Operation, exchange: Exchange): string[] {
  const { responses = {} } = operation;
  const { method, status, headers, body } = exchange;
  const declared = responses[status];
  if (declared === undefined) return ['the status is not declared by `status` or `errors` of the endpoint'];
  const { headers: declaredHeaders = {}, ...described } = resolve<Response>(document, declared);
  const content = contentByQuery(operation, exchange) ?? described.content ?? {};
  const ofHeaders = Object.entries(declaredHeaders).flatMap(([name, one]) =>
    valueProblems(document, `header ${name}`, resolve<Header>(document, one), textOf(headers, name)),
  );
  const code = undeclaredCode(document, declaredHeaders['X-Error-Code'], headers);
  const value = method === 'HEAD' || body === undefined ? undefined : parse(mediaTypeOf(headers), body);
  const problemsWith = (described: Response['content']) =>
    bodyProblems(withDeclaredFieldsOnly(document), 'body', described ?? {}, headers, value);
  const ofBody = problemsWith(content);
  const other = status < 300 ? operation['x-other-response'] : undefined;
  const isOther = other !== undefined && problemsWith({ 'application/json': { schema: other } }).length === 0;
  return [...ofHeaders, ...code, ...(isOther ? [] : ofBody)];
}

/**
 * The codes of errors are examples of their header. Those of exceptions of Nest, and of validation by a decorator of a parameter, need not
 * be declared.
 */
function undeclaredCode(
  document: OpenApiDocument,
  declared: Header | Reference | undefined,
  headers: Headers,
): string[] {
  const code = textOf(headers, 'X-Error-Code');
  if (declared === undefined || '$ref' in declared || code === undefined) return [];
  if (code in (declared.examples ?? {}) || code === 'validation_failed') return [];
  const isKnown = JSON.stringify(document).includes(`"value":"${code}"`);
  return isKnown ? [`the error ${code} is not declared by \`errors\` of the endpoint`] : [];
}

/** The content of a success whose schema depends on the query. */
function contentByQuery(
  { 'x-responses-by-query': schemas = {} }: Operation,
  { target, status }: Exchange,
): Response['content'] {
  const query = new URLSearchParams(target.split('?').slice(1).join('?'));
  const [, schema] = Object.entries(schemas).find(([one]) => {
    const [name = '', value = ''] = one.split('=');
    return query.get(name) === value;
  }) ?? [undefined, undefined];
  return schema === undefined || status >= 300 ? undefined : { 'application/json': { schema } };
}

/** The value of a body; the text itself if it is not JSON, also if it should be. */
function parse(type: string | undefined, text: string): unknown {
  if (type !== 'application/json') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
