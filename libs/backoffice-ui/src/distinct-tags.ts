/** The tags as the service stores them: without white space at their ends, and the first of those that differ in case only. */
export function distinctTags(tags: string[]): string[] {
  const texts = tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
  const keys = texts.map((tag) => tag.toLowerCase());
  return texts.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}
