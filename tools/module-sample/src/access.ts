import { scope } from '#libs/access';

export const READ_CERTIFICATES = scope('certificates:read', ['application', 'player', 'viewer']);
