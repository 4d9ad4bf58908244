import { textKey, ValidationFailed } from '#libs/http';

/** The most tags of a user. */
export const MAX_TAGS = 20;

/** Tags that several users lose and get. */
export interface TagChange {
  removeTags?: readonly string[] | undefined;
  addTags?: readonly string[] | undefined;
}

/**
 * The tags of a user after a change of several users; undefined if the change names none.
 * @throws ValidationFailed for more than a user can have
 */
export function changedTags(
  { displayName, tags }: { displayName: string; tags: readonly string[] },
  { removeTags = [], addTags = [] }: TagChange,
): string[] | undefined {
  if (removeTags.length + addTags.length === 0) return undefined;
  const removed = new Set(removeTags.map(textKey));
  const left = tags.filter((tag) => !removed.has(textKey(tag)));
  const known = new Set(left.map(textKey));
  const changed = [...left, ...addTags.filter((tag) => !known.has(textKey(tag)))];
  if (changed.length > MAX_TAGS)
    throw new ValidationFailed([`addTags: ${displayName} would have more than ${MAX_TAGS} tags`]);
  return changed;
}
