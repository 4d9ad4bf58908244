import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { EmptyBody, ValidationFailed } from '../http.errors.js';
import { isFile } from './parameter-classes.js';
import { isObject, pickDeclared } from './pick.js';
import { metadataOf, type RequestClass } from './request-class.js';
import { findMisspelt } from './similar-name.js';
import { toInstance } from './to-instance.js';
import { MAX_PROBLEMS, type Problem, shownName, validate } from './validate.js';

/**
 * Turns bodies, queries and paths into instances of their request classes, or rejects them with their first problems and the paths of these. It works
 * like Nest's ValidationPipe with `transform`, `whitelist` and, for bodies, `forbidNonWhitelisted`. It skips classes without validation:
 * the start ensures that their parameters have another pipe.
 */
@Injectable()
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if (type === 'custom' || metatype === undefined || data !== undefined) return value;
    const requestClass = metatype as RequestClass;
    const { properties } = metadataOf(requestClass);
    if (type === 'body' && isFile(metatype) && value === undefined) throw new EmptyBody();
    if (properties.size === 0) return value;
    if (type === 'body') return accept(requestClass, objectOf(value), type);
    const names = [...properties.keys()];
    if (type === 'query') rejectMisspelt(Object.keys(value as object), names);
    return accept(requestClass, value as object, type, bracketProblems(value as object, names));
  }
}

/**
 * Applies a request class to data that are not the body of a request.
 * @throws ValidationFailed, EmptyBody
 */
export function parseBody(type: RequestClass, body: unknown): object {
  return accept(type, objectOf(body), 'body');
}

function objectOf(body: unknown): object {
  if (body === undefined) throw new EmptyBody();
  if (!isObject(body)) throw new ValidationFailed(['body: must be an object']);
  return body;
}

/** Unknown parameters are ignored, which a mistake in a name would not show. */
function rejectMisspelt(sent: string[], known: string[]): void {
  const found = findMisspelt(sent, known);
  if (found === undefined) return;
  throw new ValidationFailed([`Unknown query parameter "${shownName(found.name)}": did you mean "${found.meant}"?`]);
}

/** Unknown parameters are ignored. A known one in brackets is a mistake, and ignoring it would apply its default. */
function bracketProblems(query: object, names: readonly string[]): Problem[] {
  const given = Object.keys(query).filter((key) => key.includes('['));
  return names.flatMap((name) =>
    given.some((key) => key.startsWith(`${name}[`)) ? [{ path: name, message: 'must not be given in brackets' }] : [],
  );
}

/** @param problems the problems that are already known */
function accept(type: RequestClass, sent: object, what: 'body' | 'query' | 'param', problems: Problem[] = []): object {
  const { properties, hasFieldsOnly } = metadataOf(type);
  const isBody = what === 'body';
  let instance: object;
  if (hasFieldsOnly) {
    instance = pickDeclared(type, isBody ? sent : pickKnown(sent, properties.keys()), '', problems);
  } else {
    if (problems.length > 0) throw failure(problems);
    // Only class-transformer knows what the plain decorators accept.
    instance = toInstance(type, sent, what);
  }
  if (problems.length >= MAX_PROBLEMS) throw failure(problems);
  const found = validate(instance, hasFieldsOnly ? 'absent' : isBody ? 'rejected' : 'removed', problems);
  if (problems.length + found.length > 0) throw failure([...problems, ...found]);
  return instance;
}

function pickKnown(sent: object, names: Iterable<string>): object {
  return Object.fromEntries(
    [...names].flatMap((name) => (name in sent ? [[name, (sent as Record<string, unknown>)[name]]] : [])),
  );
}

const failure = (problems: Problem[]) =>
  new ValidationFailed(problems.map(({ path, message }) => `${path}: ${message}`));
