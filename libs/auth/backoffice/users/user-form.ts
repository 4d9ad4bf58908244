import type { components } from '#libs/backoffice-ui/api.gen.ts';
import type { Role, User } from '#libs/backoffice-ui/users-data.ts';

type Changes = components['schemas']['UpdateUserBody'];

/** The values of the form of a user. */
export interface UserForm {
  displayName: string;
  /** Empty for none. */
  image: string;
  role: Role;
  suspended: boolean;
  tags: string[];
}

export const formOf = ({ displayName, image, role, suspended, tags = [] }: User): UserForm => ({
  displayName,
  image: image ?? '',
  role,
  suspended,
  tags,
});

/** Only the changed fields, because others may change the same user concurrently. */
export function changesOf(user: User, { displayName, image, role, suspended, tags }: UserForm): Changes {
  const name = displayName.trim();
  const address = imageOf(image);
  return {
    ...(name !== user.displayName && { displayName: name }),
    ...(address !== user.image && { image: address }),
    ...(role !== user.role && { role }),
    ...(suspended !== user.suspended && { suspended }),
    ...(!isSame(tags, user.tags ?? []) && { tags }),
  };
}

const isSame = (one: string[], other: string[]) => JSON.stringify(one) === JSON.stringify(other);

/** The URL of the image for the request; null for none. */
export const imageOf = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim());
