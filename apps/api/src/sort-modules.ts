import type { Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';

/**
 * Sorts modules so that each comes after those that it imports. The result does not depend on their order: modules that no other one
 * imports are sorted by name, and imports are in the order of their declaration. Routes, scopes and checks follow this order.
 */
export function sortModules(modules: readonly Type[]): Type[] {
  const importsOf = (module: Type) =>
    ((Reflect.getMetadata(MODULE_METADATA.IMPORTS, module) ?? []) as Type[]).filter((one) => modules.includes(one));
  const imported = new Set(modules.flatMap(importsOf));
  const sorted = new Set<Type>();
  const add = (module: Type): void => {
    importsOf(module).forEach(add);
    sorted.add(module);
  };
  modules
    .filter((module) => !imported.has(module))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .forEach(add);
  return [...sorted];
}
