import { ApiPropertyOptional } from '@nestjs/swagger';
import type { Profile } from './get-profiles.query.js';

/** The field `userErased` of what names a user: clients cannot get such a user. */
export const UserErasedField = (): PropertyDecorator =>
  ApiPropertyOptional({
    type: Boolean,
    description: 'True if that user was erased, whose name is `Deleted user`; absent otherwise',
    example: true,
  });

/** The field that {@link UserErasedField} describes; none for a user who was not erased. */
export const erasedMark = (profile: Profile | undefined): { userErased?: boolean } =>
  profile?.isErased === true ? { userErased: true } : {};

/** The name of a user in a list, empty if the user is unknown, and {@link erasedMark}. */
export const shownName = (profile: Profile | undefined): { displayName: string; userErased?: boolean } => ({
  displayName: profile?.displayName ?? '',
  ...erasedMark(profile),
});
