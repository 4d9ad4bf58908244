import { Injectable } from '@nestjs/common';
import type { User } from '#libs/auth';
import type { UserActor } from '#libs/audit';
import { WrongCurrentPassword } from './backoffice-auth.errors.js';
import { Passwords } from './passwords.js';
import { SignInLimiter } from './sign-in-limiter.js';

/** Asks somebody who is signed in for their password again, within the limits of guessing it. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly limiter: SignInLimiter,
    private readonly passwords: Passwords,
  ) {}

  /** @returns the hash that it was compared with. @throws WrongCurrentPassword, TooManySignIns, ServiceUnavailable */
  verify({ id, email }: User, password: string, { address }: UserActor): Promise<string> {
    const isKnown = () => Promise.resolve(true);
    return this.limiter.run({ account: email, address: address ?? '', isKnown }, async (rank) => {
      const verified = await this.passwords.verify(id, password, rank);
      if (verified === undefined) throw new WrongCurrentPassword();
      return verified;
    });
  }
}
