// Placeholders in generated requests for ids and keys that do not exist yet.

/**
 * They stand for resources of the service. Requests are generated before these exist, so that a seed reproduces them.
 * {@link fill} puts in the real ones. They differ in most characters, so that a damaged one is not another, and have letters, so that
 * upper case makes a difference.
 */
export const PLACEHOLDERS = {
  played: '1a1a1a1a-1a1a-7a1a-8a1a-1a1a1a1a1a1a',
  edited: '2b2b2b2b-2b2b-7b2b-8b2b-2b2b2b2b2b2b',
  doomed: '3c3c3c3c-3c3c-7c3c-8c3c-3c3c3c3c3c3c',
  questionId: '4d4d4d4d-4d4d-7d4d-8d4d-4d4d4d4d4d4d',
  answerId: '5e5e5e5e-5e5e-7e5e-8e5e-5e5e5e5e5e5e',
  attemptId: '6f6f6f6f-6f6f-7f6f-8f6f-6f6f6f6f6f6f',
  userId: '7a7b7a7b-7a7b-7a7b-8a7b-7a7b7a7b7a7b',
  keyId: '8c8d8c8d-8c8d-7c8d-8c8d-8c8d8c8d8c8d',
  admin: '{admin}',
  player: '{player}',
  viewer: '{viewer}',
  cookie: '{cookie}',
  csrfToken: '{csrf}',
};
export type Placeholder = keyof typeof PLACEHOLDERS;
export type Real = Record<Placeholder, string>;

const NAMES = new Map(Object.entries(PLACEHOLDERS).map(([name, placeholder]) => [placeholder, name as Placeholder]));
const PLACEHOLDER = new RegExp([...NAMES.keys()].map((text) => text.replaceAll(/[{}]/g, '\\$&')).join('|'), 'gi');

/** Replaces the placeholders by real ids and keys, in upper case if the placeholder is. */
export function fill(text: string, real: Real): string {
  return text.replaceAll(PLACEHOLDER, (found) => {
    const value = real[NAMES.get(found.toLowerCase()) as Placeholder];
    return found === found.toLowerCase() ? value : value.toUpperCase();
  });
}
