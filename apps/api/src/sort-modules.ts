import type { Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';

/**
 * One order for a set of modules, whatever order they are given in: each after those that it imports. Modules that none of them
 * imports are taken by name, and imports in the order in which a module declares them. Routes, scopes and checks follow it.
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
