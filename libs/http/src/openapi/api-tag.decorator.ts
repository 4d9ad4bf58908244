import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiTags, type OpenAPIObject } from '@nestjs/swagger';
import type { RegisteredEndpoint } from '../access.js';
import { operationsOf } from './parts.js';

interface Tag {
  name: string;
  description: string;
  position?: 'first' | 'last' | undefined;
}

const TAG = Symbol('tag');

/**
 * On a controller: the tag of its operations in the OpenAPI document, and the tag's description. Other controllers of the same tag
 * have `@ApiTags(name)`.
 * @param position in the document; the other tags are in the order of their first operations
 */
export const ApiTag = (name: string, description: string, position?: Tag['position']): ClassDecorator =>
  applyDecorators(ApiTags(name), SetMetadata(TAG, { name, description, position } satisfies Tag));

/**
 * The tags of a document, in order.
 * @throws Error if two controllers describe the same tag
 */
export function tagsOf(
  document: OpenAPIObject,
  endpoints: readonly RegisteredEndpoint[],
): NonNullable<OpenAPIObject['tags']> {
  const described = new Map<string, Tag>();
  for (const controller of new Set(endpoints.map((endpoint) => endpoint.controller))) {
    const tag = Reflect.getMetadata(TAG, controller) as Tag | undefined;
    if (tag === undefined) continue;
    if (described.has(tag.name)) throw new Error(`The tag ${tag.name} has two descriptions: leave @ApiTags in one`);
    described.set(tag.name, tag);
  }
  const used = new Set(operationsOf(document).flatMap(({ tags = [] }) => tags));
  const tags = [...used].flatMap((name) => described.get(name) ?? []);
  return [
    ...tags.filter(({ position }) => position === 'first'),
    ...tags.filter(({ position }) => position === undefined),
    ...tags.filter(({ position }) => position === 'last'),
  ].map(({ name, description }) => ({ name, description }));
}
