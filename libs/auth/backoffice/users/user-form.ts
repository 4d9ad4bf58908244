import type { components } from '#libs/backoffice-ui/api.gen.ts';
import type { Role, User } from '#libs/backoffice-ui/users-data.ts';

type Changes = components['schemas']['UpdateUserBody'];

/** What the form of a user holds. */
export interface UserForm {
  displayName: string;
  /** Empty for none. */
  image: string;
  role: Role;
  suspended: boolean;
}

export const formOf = ({ displayName, image, role, suspended }: User): UserForm => ({
  displayName,
  image: image ?? '',
  role,
  suspended,
});

/** What the form changes, and nothing else: others may change the same user at the same time. */
export function changesOf(user: User, { displayName, image, role, suspended }: UserForm): Changes {
  const name = displayName.trim();
  const address = imageOf(image);
  return {
    ...(name !== user.displayName && { displayName: name }),
    ...(address !== user.image && { image: address }),
    ...(role !== user.role && { role }),
    ...(suspended !== user.suspended && { suspended }),
  };
}

/** The image's address to be sent; null for none. */
export const imageOf = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim());
