import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { InvalidJson, ValidationFailed } from '../http.errors.js';
import { parseDecorated } from './decorated-request.js';
import { obeysRules } from './obeys-rules.js';
import { problemsOf } from './problems.js';
import { instantiate, isObject, isParsed, pickDeclared, type RequestClass, requestShape } from './shape.js';

/**
 * Turns bodies and queries into instances of their request classes, or refuses with every problem named by its path. Classes of field
 * decorators alone take a short way; class-validator's own decorators are left to it. A class without either has a pipe of its own
 * (the start sees to that).
 */
@Injectable()
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if (type === 'custom' || metatype === undefined || data !== undefined) return value;
    const requestClass = metatype as RequestClass;
    const { names, isDecorated } = requestShape(requestClass);
    if (names.length === 0) return value;
    if (type === 'body') {
      const body = objectOf(value);
      if (isDecorated) return parseDecorated(requestClass, body, { what: 'body', ignoresUnknown: false });
      return accept(requestClass, body);
    }
    const query = value as Record<string, unknown>;
    const problems = bracketProblems(query, names);
    if (isDecorated) {
      if (problems.length > 0) throw new ValidationFailed(problems);
      return parseDecorated(requestClass, query, { what: type, ignoresUnknown: true });
    }
    const known = Object.fromEntries(names.flatMap((name) => (name in query ? [[name, query[name]]] : [])));
    return accept(requestClass, known, problems);
  }
}

/** The rules of a class of field decorators for what did not come as a request of its own. @throws ValidationFailed, InvalidJson */
export function parseBody(type: RequestClass, body: unknown): object {
  return accept(type, objectOf(body));
}

function objectOf(body: unknown): object {
  if (body === undefined) throw new InvalidJson();
  if (!isObject(body)) throw new ValidationFailed(['body: must be an object']);
  return body;
}

/** Unknown parameters are ignored, but a known one in brackets is a mistake that must not pass for its default. */
function bracketProblems(query: object, names: readonly string[]): string[] {
  const given = Object.keys(query).filter((key) => key.includes('['));
  return names.flatMap((name) =>
    given.some((key) => key.startsWith(`${name}[`)) ? [`${name}: must not be given in brackets`] : [],
  );
}

/** @param problems those that are known already */
function accept(type: RequestClass, sent: object, problems: string[] = []): object {
  const picked = pickDeclared(type, sent, '', problems);
  const instance = isParsed(type) ? plainToInstance(type as new () => object, picked) : instantiate(type, picked);
  if (problems.length === 0 && obeysRules(instance)) return instance;
  const reported = problems.map((problem) => problem.split(':', 1)[0] ?? '');
  for (const { path, message } of problemsOf(validateSync(instance, { forbidUnknownValues: false }))) {
    if (!reported.some((at) => path === at || path.startsWith(`${at}.`))) problems.push(`${path}: ${message}`);
  }
  if (problems.length > 0) throw new ValidationFailed(problems);
  return instance;
}
