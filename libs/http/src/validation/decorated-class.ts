// What class-validator and class-transformer would do with a class, found out at the start.
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import type { RequestClass } from './shape.js';

const rulesOf = (type: NewableFunction) => getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);

/** The properties that have a rule of class-validator, inherited ones too; none where the class has no validation. */
export function validatedProperties(type: NewableFunction): ReadonlySet<string> {
  return new Set(rulesOf(type).map(({ propertyName }) => propertyName));
}

/** Classes, and those of the objects in their properties. */
export function withNested(types: Iterable<RequestClass>, found = new Set<RequestClass>()): Set<RequestClass> {
  for (const type of types) {
    if (found.has(type)) continue;
    found.add(type);
    withNested(
      [...validatedProperties(type)].flatMap((name) => itemType(type, name) ?? []),
      found,
    );
  }
  return found;
}

/** The name under which the field decorators give class-validator their rules. */
export const FIELD_RULE = 'rule';

/** Whether a class has rules that no field decorator made. Some of them may take time, such as one that asks the database. */
export function hasForeignRules(type: NewableFunction): boolean {
  const storage = getMetadataStorage();
  return rulesOf(type).some(({ type: kind, constraintCls }) => {
    if (kind !== 'customValidation') return kind !== 'conditionalValidation' && kind !== 'nestedValidation';
    return storage.getTargetValidatorConstraints(constraintCls).some(({ name }) => name !== FIELD_RULE);
  });
}

/** @returns a text for each property whose objects would be taken without validation, in the class and in those nested in it */
export function nestingProblems(type: RequestClass, seen = new Set<unknown>()): string[] {
  if (seen.has(type)) return [];
  seen.add(type);
  const nested = new Set(
    rulesOf(type).flatMap((rule) => (rule.type === 'nestedValidation' ? [rule.propertyName] : [])),
  );
  return [...validatedProperties(type)].flatMap((name) => {
    const at = `${type.name}.${name}`;
    const item = itemType(type, name);
    const isValidated = item !== undefined && validatedProperties(item).size > 0;
    if (!nested.has(name)) return isValidated ? [`${at} holds ${item.name} and needs @ValidateNested()`] : [];
    if (item === undefined) return [`${at} has @ValidateNested() and needs @Type(() => …)`];
    return isValidated ? nestingProblems(item, seen) : [`${at} holds ${item.name}, whose fields have no validation`];
  });
}

const WITHOUT_FIELDS: unknown[] = [Object, Array, String, Number, Boolean, Date, Map, Set, Promise, undefined];

/** The class that class-transformer makes of the objects in a property: it is asked to. */
function itemType(type: RequestClass, name: string): RequestClass | undefined {
  const made = (plainToInstance(type as new () => object, { [name]: [{}] }) as Record<string, unknown>)[name];
  const item = Array.isArray(made) ? (made[0] as unknown) : made;
  const constructor: unknown = (item as object | undefined)?.constructor;
  return WITHOUT_FIELDS.includes(constructor) ? undefined : (constructor as RequestClass);
}
