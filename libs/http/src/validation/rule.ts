// Compiles a rule of class-validator to a function. class-validator itself reads its metadata anew for each object.
import type { MetadataStorage, ValidationArguments } from 'class-validator';

type ValidationMetadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];
type ConstraintMetadata = ReturnType<MetadataStorage['getTargetValidatorConstraints']>[number];

export interface Rule {
  /** Of several rules of a property with the same name, the last one gives the message. */
  readonly name: string;
  /** @returns the problem of a value of a property of the object, such as `must be a string` */
  readonly check: (value: unknown, object: object) => string | undefined;
}

/**
 * @param targetName the class, for messages
 * @throws Error for an asynchronous rule
 */
export function ruleOf(
  metadata: ValidationMetadata,
  { instance, name, async: isAsync }: ConstraintMetadata,
  targetName: string,
): Rule {
  const { propertyName: property, constraints, each, validateIf } = metadata;
  const asynchronous = () =>
    new Error(`${targetName}.${property}: the rule ${name} is asynchronous, check it in the handler`);
  if (isAsync) throw asynchronous();
  const check: Rule['check'] = (value, object) => {
    if (validateIf !== undefined && !validateIf(object, value)) return undefined;
    const args = { value, object, property, constraints, targetName };
    const items = (each ? itemsOf(value) : undefined) ?? [value];
    const isValid = items.every((item) => {
      const result = instance.validate(item, args);
      if (result instanceof Promise) throw asynchronous();
      return result;
    });
    return isValid ? undefined : messageOf(metadata, instance, args);
  };
  return { name, check };
}

/** The items of a list, set or map, each of which is validated; undefined for any other value. */
export function itemsOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  return value instanceof Set || value instanceof Map ? [...(value as Map<unknown, unknown>).values()] : undefined;
}

/** The message without the property, which its path names: `must be a string`, `each value must be a string`. */
function messageOf(
  { message, propertyName }: ValidationMetadata,
  instance: ConstraintMetadata['instance'],
  args: ValidationArguments,
): string {
  const text = (typeof message === 'function' ? message(args) : message) || (instance.defaultMessage?.(args) ?? '');
  const filled = fillIn(text, args);
  if (filled.startsWith(`${propertyName} `)) return filled.slice(propertyName.length + 1);
  return filled.replace(`each value in ${propertyName} `, 'each value ');
}

/** Replaces the tokens of messages (https://github.com/typestack/class-validator#validation-messages). */
function fillIn(text: string, { value, property, targetName, constraints }: ValidationArguments): string {
  return text.replace(/\$(?:constraint(\d+)|value|property|target)/g, (token, index?: string) => {
    if (token === '$property') return property;
    if (token === '$target') return targetName;
    if (token === '$value') return ['string', 'boolean', 'number'].includes(typeof value) ? String(value) : token;
    const constraint: unknown = (constraints as unknown[] | undefined)?.[Number(index) - 1];
    if (constraint === undefined) return token;
    return [constraint].flat().map(String).join(', ');
  });
}
