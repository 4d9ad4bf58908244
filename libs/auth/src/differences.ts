import { isDeepStrictEqual } from 'node:util';

/** The fields of `after` that differ from `before`, for the audit log. Undefined fields stay as they are. */
export function differencesOf<Fields extends object>(
  before: Fields,
  after: Partial<Fields>,
): Record<string, { from: unknown; to: unknown }> {
  return Object.fromEntries(
    Object.entries(after).flatMap(([field, to]) => {
      const from = before[field as keyof Fields];
      return to === undefined || isDeepStrictEqual(to, from) ? [] : [[field, { from, to }]];
    }),
  );
}
