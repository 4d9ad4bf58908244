import type { User } from '#libs/auth';
import type { Configuration } from '#libs/configuration';

type Role = User['role'];

/** From the highest to the lowest. */
const RANKING: readonly Role[] = ['admin', 'player', 'viewer'];

/** The highest role of the groups; undefined if they have none. */
export function roleOfGroups(
  groups: readonly string[],
  roles: NonNullable<Configuration['OIDC_GROUP_ROLES']>,
): Role | undefined {
  const given = new Set(groups.map((group) => roles.get(group)));
  return RANKING.find((role) => given.has(role));
}
