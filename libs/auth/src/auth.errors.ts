// Every way in which this module refuses, beside the platform's own.
import { refusal } from '#libs/platform';

export class EmailTaken extends refusal(409, 'Email is already in use') {}
export class LastAdministrator extends refusal(409, 'The last administrator cannot be removed') {}
export class UserNotFound extends refusal(404, 'User not found') {}
export class KeyOwnerNotFound extends refusal(400, 'userId: no such user') {}
export class ApiKeyNotFound extends refusal(404, 'API key not found') {}
