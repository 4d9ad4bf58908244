import { scope } from '#libs/access';

export const READ_ATTEMPTS = scope('attempts:read', ['application', 'player', 'viewer']);
export const WRITE_ATTEMPTS = scope('attempts:write', ['application', 'player']);
