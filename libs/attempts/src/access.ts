import { scope } from '#libs/http';

export const READ_ATTEMPTS = scope('attempts:read', ['player', 'viewer']);
export const WRITE_ATTEMPTS = scope('attempts:write', ['player']);
