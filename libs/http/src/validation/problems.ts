import type { ValidationError } from 'class-validator';
import { isIgnored, shownName } from './shape.js';

/** What is wrong with a field: `questions[2].answers`, `must be a list`. */
export interface Problem {
  path: string;
  message: string;
}

/** The errors of class-validator by path. Unknown fields that the class ignores are removed from its instance. */
export function problemsOf(errors: ValidationError[], parent = ''): Problem[] {
  return errors.flatMap((error) => {
    const path = pathOf(error, parent);
    return [...ownProblems(error, path), ...problemsOf(error.children ?? [], path)];
  });
}

function pathOf({ property }: ValidationError, parent: string): string {
  const isIndex = /^\d+$/.test(property);
  if (isIndex) return `${parent}[${property}]`;
  return parent === '' ? shownName(property) : `${parent}.${shownName(property)}`;
}

function ownProblems({ property, constraints = {}, target }: ValidationError, path: string): Problem[] {
  const { nestedValidation, whitelistValidation, ...rules } = constraints;
  if (whitelistValidation !== undefined) {
    if (target === undefined || !isIgnored(target, property)) return [{ path, message: 'unknown field' }];
    Reflect.deleteProperty(target, property);
    return [];
  }
  const messages = Object.values(rules).map((message) => withoutName(message, property));
  if (messages.length === 0 && nestedValidation !== undefined) messages.push('must be an object');
  return messages.map((message) => ({ path, message }));
}

/** The messages of class-validator begin with the property: `name must be a string`, `each value in tags must be a string`. */
function withoutName(message: string, property: string): string {
  if (message.startsWith(`${property} `)) return message.slice(property.length + 1);
  return message.replace(`each value in ${property} `, 'each value ');
}
