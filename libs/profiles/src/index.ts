// Messages by which modules ask for the names and addresses of users; the module auth answers them.
export { GetEmails } from './get-emails.query.js';
export { GetProfiles, GetProfilesRevision, type Profile } from './get-profiles.query.js';
