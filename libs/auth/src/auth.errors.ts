// Every way in which this module refuses, beside the errors of every endpoint.
import { ADMIN_PATH, refusal } from '#libs/http';

export class EmailTaken extends refusal(409, 'Email is already in use') {}
export class LastAdministrator extends refusal(409, 'The last administrator cannot be removed') {}
export class UserNotFound extends refusal(404, 'User not found') {}
export class KeyOwnerNotFound extends refusal(400, 'userId: no such user') {}
export class ApiKeyNotFound extends refusal(404, 'API key not found') {}

/** `Location` leads to the key, so that it can be deleted: nobody has seen its value. */
export class ApiKeyShownBefore extends refusal(
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
