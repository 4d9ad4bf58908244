// What all modules may know of users: names, emails, tags, and who is suspended. The module auth owns them.
export { getProfile, UserNotFound } from './get-profile.js';
export { erasedMark, shownName, UserErasedField } from './erased-mark.js';
export { FindPlayers } from './find-players.query.js';
export { GetExternalIds } from './get-external-ids.query.js';
export {
  type ActiveUserFilter,
  CountActiveUsers,
  ListActiveUsers,
  type ListedUser,
  type UserPosition,
} from './list-active-users.query.js';
export { GetProfiles, GetProfilesRevision, type Profile } from './get-profiles.query.js';
export { GetUserDetails } from './get-user-details.query.js';
export { isErased, isLeftOutOfStatistics, isSuspended } from './suspended-users.js';
export { hasTag, UserTagField, UserTagFilter, usersWithTag } from './user-tags.js';
