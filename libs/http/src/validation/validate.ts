import { metadataOf, type RequestClass } from './request-class.js';
import { itemsOf } from './rule.js';

/** A problem of a field: `questions[2].answers`, `must be a list`. */
export interface Problem {
  path: string;
  message: string;
}

/** Maximum length of a sent name in a message. */
const SHOWN_NAME = 100;

export const shownName = (name: string): string => name.slice(0, SHOWN_NAME).toWellFormed();

/**
 * Validates an instance of a request class by its rules of class-validator.
 * @param unknown what happens to properties without a rule; `absent` if there are none
 * @returns the problems in class-validator's order; a promise if a rule is asynchronous
 */
export function validate(instance: object, unknown: 'absent' | 'rejected' | 'removed'): Problem[] | Promise<Problem[]> {
  const validation = new Validation(unknown);
  validation.validateObject(instance);
  const problems = () =>
    validation.found.flatMap(({ path, messages }) => [...messages.values()].map((message) => ({ path, message })));
  return validation.pending.length === 0 ? problems() : Promise.all(validation.pending).then(problems);
}

class Validation {
  /** Messages by the names of their rules, for each field with a problem or an asynchronous rule. */
  readonly found: { path: string; messages: Map<string, string> }[] = [];
  readonly pending: Promise<void>[] = [];
  /** The path to the current value: names and indexes. */
  private readonly keys: (string | number)[] = [];

  constructor(private readonly unknown: Parameters<typeof validate>[1]) {}

  validateObject(object: object): void {
    const metadata = metadataOf(object.constructor as RequestClass);
    if (this.unknown !== 'absent') this.findUnknown(object, metadata);
    for (const { name, conditions, rules, isNested } of metadata.properties.values()) {
      const value = (object as Record<string, unknown>)[name];
      if (!conditions.every((applies) => applies(object, value))) continue;
      this.keys.push(name);
      let messages: Map<string, string> | undefined;
      for (const { name: rule, check } of rules) {
        const problem = check(value, object);
        if (problem === undefined) continue;
        messages ??= this.addField();
        this.note(messages, rule, problem);
      }
      if (isNested && value !== undefined) this.validateNested(value, messages);
      this.keys.pop();
    }
  }

  private validateNested(value: unknown, messages?: Map<string, string>): void {
    const items = itemsOf(value);
    if (items !== undefined) {
      items.forEach((item, index) => {
        this.keys.push(index);
        this.validateNested(item);
        this.keys.pop();
      });
    } else if (value instanceof Object) this.validateObject(value);
    else if (messages === undefined) this.addField().set('nestedValidation', 'must be an object');
  }

  private findUnknown(object: object, { properties, ignored }: ReturnType<typeof metadataOf>): void {
    for (const name of Object.keys(object)) {
      if (properties.has(name)) continue;
      if (this.unknown === 'removed' || ignored.has(name)) {
        Reflect.deleteProperty(object, name);
      } else {
        this.keys.push(shownName(name));
        this.addField().set('whitelistValidation', 'unknown field');
        this.keys.pop();
      }
    }
  }

  private addField(): Map<string, string> {
    const path = this.keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    const messages = new Map<string, string>();
    this.found.push({ path: path.slice(1), messages });
    return messages;
  }

  private note(messages: Map<string, string>, rule: string, problem: string | Promise<string | undefined>): void {
    if (typeof problem === 'string') {
      messages.set(rule, problem);
    } else {
      const noted = problem.then((message) => {
        if (message !== undefined) messages.set(rule, message);
      });
      this.pending.push(noted);
    }
  }
}
