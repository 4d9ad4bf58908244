// The errors of this module, beside the errors of every endpoint.
import { ADMIN_PATH, serviceError, ServiceError } from '#libs/http';

export class EmailTaken extends serviceError(409, 'Email is already in use') {}
/** No other administrator could sign in. */
export class LastAdministrator extends serviceError(409, 'The last administrator cannot be removed') {}
/** Their email was all that an account at the provider was found by. */
export class NoSignInLeft extends serviceError(
  409,
  'No administrator could sign in after this: first create one who has a password',
) {}
export class PlayerWithoutEmail extends serviceError(409, 'Players of applications have no email') {}
/** Their ids belong to it: they would be nobody's. */
export class ApplicationHasPlayers extends serviceError(409, 'The application has players: erase them first') {}
export class KeyOwnerNotFound extends serviceError(400, 'userId: no such user') {}
export class ApiKeyNotFound extends serviceError(404, 'API key not found') {}
export class ApiKeyNotUsable extends serviceError(409, 'A disabled or expired key cannot be rotated') {}

/** An error about one of several users, whom the text names first. */
function errorOfUser(status: number, text: string) {
  return class extends ServiceError {
    static readonly status = status;
    static readonly text = `Ada Lovelace: ${text}`;

    /** @param name of the user */
    constructor(name: string) {
      super(status, `${name}: ${text}`);
    }
  };
}

/** The last administrator, in a change of several users. */
export class LastAdministratorNamed extends errorOfUser(409, LastAdministrator.text) {}

/** Administrators who would lock themselves out together with others, which is rarely meant. */
export class OwnAccess extends errorOfUser(409, 'You cannot remove your own access together with that of others') {}

/** They act through the keys of their application, whose rights limit theirs. */
export class PlayerKeepsRole extends errorOfUser(409, 'Players of applications keep their role') {}
export class PlayerHasNoKey extends errorOfUser(409, 'Players of applications have no keys') {}

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

/** `Location` leads to the keys of that name. No client has received the values of those that the request created. */
export class ApiKeysShownBefore extends serviceError(
  409,
  'The keys were created by an earlier request with this Idempotency-Key. They are not shown again',
) {
  override readonly headers: Record<string, string>;

  /** @param name of the keys */
  constructor(name: string) {
    super();
    this.headers = { location: `${ADMIN_PATH}/keys?search=${encodeURIComponent(name)}` };
  }
}
