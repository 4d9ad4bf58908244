import { Command } from '@nestjs/cqrs';

/**
 * Hashes the password that a new user is to sign in with. The module that signs users in handles it.
 * @throws ValidationFailed if it is too easy to guess, ServiceUnavailable under overload
 */
export class HashPassword extends Command<string> {
  constructor(
    readonly password: string,
    readonly owner: { readonly email: string; readonly displayName: string },
  ) {
    super();
  }
}
