import { scope } from '#libs/http';

export const READ_CERTIFICATES = scope('certificates:read', ['player', 'viewer']);
