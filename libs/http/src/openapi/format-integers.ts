import type { OpenAPIObject } from '@nestjs/swagger';

const MAX_INT32 = 2_147_483_647;

/** Gives every integer without a format `int32` if its limits fit, else `int64`. */
export function formatIntegers(document: OpenAPIObject): void {
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isInteger(value)) value.format ??= (value.maximum ?? Infinity) <= MAX_INT32 ? 'int32' : 'int64';
    Object.values(value).forEach(visit);
  };
  visit(document.paths);
  visit(document.components);
}

function isInteger(value: object): value is { format?: string; maximum?: number } {
  return 'type' in value && [value.type].flat().includes('integer');
}
