// Queries for the names and emails of users. The module auth answers them.
export { findProfile, UserNotFound } from './find-profile.js';
export { GetEmails } from './get-emails.query.js';
export { GetProfiles, GetProfilesRevision, type Profile } from './get-profiles.query.js';
