import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { InvalidJson, ValidationFailed } from '../http/http.errors.js';
import { obeysRules } from './obeys-rules.js';
import { fieldsOf, instantiate, isObject, isParsed, pickDeclared, type RequestClass } from './shape.js';

/** Turns bodies and queries into instances of their request classes, or refuses with every problem named by its path. */
@Injectable()
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || metatype === undefined) return value;
    const fields = fieldsOf(metatype as RequestClass);
    if (fields === undefined) return value;
    return type === 'body'
      ? parseBody(metatype as RequestClass, value)
      : parseQuery(metatype as RequestClass, value as Record<string, unknown>, [...fields.keys()]);
  }
}

/** The rules of a request class for what did not come as a request of its own. @throws ValidationFailed, InvalidJson */
export function parseBody(type: RequestClass, body: unknown): object {
  if (body === undefined) throw new InvalidJson();
  if (!isObject(body)) throw new ValidationFailed(['body: must be an object']);
  const problems: string[] = [];
  const picked = pickDeclared(type, body, '', problems);
  return validated(type, picked, problems);
}

/** Unknown parameters are ignored, but a known one in brackets is a mistake that must not pass for its default. */
function parseQuery(type: RequestClass, query: Record<string, unknown>, names: string[]): object {
  const problems = names.flatMap((name) =>
    Object.keys(query).some((key) => key.startsWith(`${name}[`)) ? `${name}: must not be given in brackets` : [],
  );
  const known = Object.fromEntries(names.flatMap((name) => (name in query ? [[name, query[name]]] : [])));
  return validated(type, pickDeclared(type, known, '', problems), problems);
}

function validated(type: RequestClass, picked: object, problems: string[]): object {
  const instance = isParsed(type) ? plainToInstance(type as new () => object, picked) : instantiate(type, picked);
  if (problems.length === 0 && obeysRules(instance)) return instance;
  const reported = problems.map((problem) => problem.split(':', 1)[0] ?? '');
  for (const { path, message } of messages(validateSync(instance, { forbidUnknownValues: false }), '')) {
    if (!reported.some((at) => path === at || path.startsWith(`${at}.`))) problems.push(`${path}: ${message}`);
  }
  if (problems.length > 0) throw new ValidationFailed(problems);
  return instance;
}

function messages(errors: ValidationError[], parent: string): { path: string; message: string }[] {
  return errors.flatMap(({ property, constraints, children }) => {
    const isIndex = /^\d+$/.test(property);
    const path = isIndex ? `${parent}[${property}]` : parent === '' ? property : `${parent}.${property}`;
    const own = Object.entries(constraints ?? {})
      .filter(([name]) => name !== 'nestedValidation')
      .map(([, message]) => ({ path, message }));
    return [...own, ...messages(children ?? [], path)];
  });
}
