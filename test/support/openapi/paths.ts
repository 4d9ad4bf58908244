// Finds the path and operation of a document for a request.
import { METHODS, type OpenApiDocument, type Operation, type PathItem, resolve } from './document.js';

interface Route {
  /** Undefined if the path has no operation with this method. */
  operation: Operation | undefined;
  /** All of the path. */
  operations: Operation[];
  params: Record<string, string>;
}

/** Undefined if the document has no such path. HEAD is GET. */
export function findRoute(document: OpenApiDocument, method: string, target: string): Route | undefined {
  const segments = segmentsBelow(document, target);
  if (segments === undefined) return undefined;
  const name = (method === 'HEAD' ? 'GET' : method).toLowerCase();
  const routes = Object.entries(document.paths ?? {}).flatMap(([template, item]) => {
    const params = matchPath(template, segments);
    if (params === undefined) return [];
    const operations = operationsOf(resolve<PathItem>(document, item));
    return [{ operation: operations.get(name), operations: [...operations.values()], params }];
  });
  // A path with fewer parameters takes precedence: `/quizzes/export` is no quiz.
  routes.sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length);
  return routes.find(({ operation }) => operation !== undefined) ?? routes[0];
}

/** The operations of all paths. */
export const allOperations = (document: OpenApiDocument): Operation[] =>
  Object.values(document.paths ?? {}).flatMap((item) => [...operationsOf(resolve<PathItem>(document, item)).values()]);

function operationsOf(item: PathItem): Map<string, Operation> {
  return new Map(METHODS.flatMap((method) => (item[method] === undefined ? [] : [[method, item[method]]])));
}

export const baseOf = ({ servers }: OpenApiDocument) => servers?.[0]?.url ?? '';

/** The decoded segments of a target below the document's base; undefined for one outside. */
export function segmentsBelow(document: OpenApiDocument, target: string): string[] | undefined {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  const base = baseOf(document).split('/').slice(1);
  const segments = decodeAll(path.split('/').slice(1));
  return base.every((segment, index) => segments[index] === segment) ? segments.slice(base.length) : undefined;
}

/** The parameters of a path by name; undefined if it does not match the template, such as `/quizzes/{id}`. */
export function matchPath(template: string, segments: string[]): Record<string, string> | undefined {
  const parts = template.split('/').slice(1);
  if (parts.length !== segments.length) return undefined;
  const isMatch = parts.every((part, index) => (part.startsWith('{') ? segments[index] : segments[index] === part));
  if (!isMatch) return undefined;
  const named = parts.map((part, index): [string, string] => [part.slice(1, -1), segments[index] ?? '']);
  return Object.fromEntries(named.filter((_, index) => parts[index]?.startsWith('{')));
}

/** If a percent sign encodes nothing, all are taken literally. */
function decodeAll(segments: string[]): string[] {
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return segments;
  }
}
