import { serviceError } from '#libs/http';

/** Also for one that was revoked or replaced. */
export class InvitationNotFound extends serviceError(404, 'Invitation not found') {}
export class InvitationUsed extends serviceError(409, 'Invitation has been used') {}
export class InvitationExpired extends serviceError(409, 'Invitation has expired') {}
export class NotForBackoffice extends serviceError(409, 'Only active administrators and editors can be invited') {}
