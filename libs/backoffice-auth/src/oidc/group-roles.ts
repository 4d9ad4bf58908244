import { type Role, ROLES } from '#libs/access';

/** The highest role of the groups; undefined if they have none. */
export function roleOfGroups(groups: readonly string[], roles: ReadonlyMap<string, Role>): Role | undefined {
  const given = new Set(groups.map((group) => roles.get(group)));
  return ROLES.find((role) => given.has(role));
}
