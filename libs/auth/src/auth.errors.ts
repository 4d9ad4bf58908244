// The errors of this module, beside the errors of every endpoint.
import { ADMIN_PATH, serviceError, ServiceError } from '#libs/http';

export class EmailTaken extends serviceError(409, 'Email is already in use') {}
export class LastAdministrator extends serviceError(409, 'The last administrator cannot be removed') {}
export class UserNotFound extends serviceError(404, 'User not found') {}
export class KeyOwnerNotFound extends serviceError(400, 'userId: no such user') {}
export class ApiKeyNotFound extends serviceError(404, 'API key not found') {}
export class ApiKeyNotUsable extends serviceError(409, 'A disabled or expired key cannot be rotated') {}

/** The last administrator, in a change of several users. */
export class LastAdministratorNamed extends ServiceError {
  static readonly status = 409;
  static readonly text = `Ada Lovelace: ${LastAdministrator.text}`;

  constructor(name: string) {
    super(LastAdministratorNamed.status, `${name}: ${LastAdministrator.text}`);
  }
}

/** Administrators who would lock themselves out together with others, which is rarely meant. */
export class OwnAccess extends ServiceError {
  static readonly status = 409;
  static readonly text = 'Ada Lovelace: You cannot remove your own access together with that of others';

  constructor(name: string) {
    super(OwnAccess.status, `${name}: You cannot remove your own access together with that of others`);
  }
}

/** `Location` leads to the key, so that it can be deleted: no client has received its value. */
export class ApiKeyShownBefore extends serviceError(
  409,
  'The key was created by an earlier request with this Idempotency-Key. It is not shown again',
) {
  override readonly headers: Record<string, string>;

  /** @param id of the key */
  constructor(id: string) {
    super();
    this.headers = { location: `${ADMIN_PATH}/keys/${id}` };
  }
}
