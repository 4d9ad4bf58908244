import { metadataOf, type RequestClass } from './request-class.js';
import { itemsOf } from './rule.js';

/** A problem of a field: `questions[2].answers`, `must be a list`. */
export interface Problem {
  path: string;
  message: string;
}

/** Problems of a request after which validation stops. */
export const MAX_PROBLEMS = 10;

/** Maximum length of a sent name in a message. */
const SHOWN_NAME = 100;

export const shownName = (name: string): string => name.slice(0, SHOWN_NAME).toWellFormed();

/**
 * Validates an instance of a request class by its rules of class-validator.
 * @param unknown what happens to properties without a rule; `absent` if there are none
 * @param reported problems that are known already: those of the same fields are left out
 * @returns the first problems in class-validator's order, {@link MAX_PROBLEMS} or a few more
 */
export function validate(
  instance: object,
  unknown: 'absent' | 'rejected' | 'removed',
  reported: readonly Problem[] = [],
): Problem[] {
  const validation = new Validation(unknown, reported);
  validation.validateObject(instance);
  return validation.found.flatMap(({ path, messages }) => [...messages.values()].map((message) => ({ path, message })));
}

class Validation {
  /** Messages by the names of their rules, for each field with a problem. */
  readonly found: { path: string; messages: Map<string, string> }[] = [];
  /** The path to the current value: names and indexes. */
  private readonly keys: (string | number)[] = [];

  /** Takes the messages of fields that are reported already. */
  private readonly repeated = new Map<string, string>();

  constructor(
    private readonly unknown: Parameters<typeof validate>[1],
    private readonly reported: readonly Problem[],
  ) {}

  validateObject(object: object): void {
    const metadata = metadataOf(object.constructor as RequestClass);
    if (this.unknown !== 'absent') this.findUnknown(object, metadata);
    for (const { name, conditions, rules, isNested } of metadata.properties.values()) {
      if (this.found.length >= MAX_PROBLEMS) return;
      const value = (object as Record<string, unknown>)[name];
      if (!conditions.every((applies) => applies(object, value))) continue;
      this.keys.push(name);
      let messages: Map<string, string> | undefined;
      for (const { name: rule, check } of rules) {
        const problem = check(value, object);
        if (problem === undefined) continue;
        messages ??= this.addField();
        messages.set(rule, problem);
      }
      if (isNested && value !== undefined) this.validateNested(value, messages);
      this.keys.pop();
    }
  }

  private validateNested(value: unknown, messages?: Map<string, string>): void {
    const items = itemsOf(value);
    if (items !== undefined) {
      for (const [index, item] of items.entries()) {
        if (this.found.length >= MAX_PROBLEMS) return;
        this.keys.push(index);
        this.validateNested(item);
        this.keys.pop();
      }
    } else if (value instanceof Object) this.validateObject(value);
    else if (messages === undefined) this.addField().set('nestedValidation', 'must be an object');
  }

  private findUnknown(object: object, { properties, ignored }: ReturnType<typeof metadataOf>): void {
    for (const name of Object.keys(object)) {
      if (this.found.length >= MAX_PROBLEMS) return;
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
    const keys = this.keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`));
    const path = keys.join('').slice(1);
    if (this.reported.some((at) => path === at.path || path.startsWith(`${at.path}.`))) return this.repeated;
    const messages = new Map<string, string>();
    this.found.push({ path, messages });
    return messages;
  }
}
