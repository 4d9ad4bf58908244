import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetUser, type User } from '#libs/auth';
import type { UserActor } from '#libs/audit';
import { WrongCurrentPassword } from './backoffice-auth.errors.js';
import { Passwords } from './passwords.js';
import { SignInLimiter } from './sign-in-limiter.js';

/** Verifies the password of a signed-in user again, within the limits of sign-ins. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly queries: QueryBus,
    private readonly limiter: SignInLimiter,
    private readonly passwords: Passwords,
  ) {}

  /**
   * @returns the actor, and the hash that the password was compared with
   * @throws UserNotFound, WrongCurrentPassword, TooManySignIns, ServiceUnavailable
   */
  async verify({ userId, address }: UserActor, password: string): Promise<{ user: User; passwordHash: string }> {
    const user = await this.queries.execute(new GetUser(userId));
    const attempt = { account: user.email, address: address ?? '', isKnown: true };
    return this.limiter.run(attempt, async (rank) => {
      const passwordHash = await this.passwords.verify(userId, password, rank);
      if (passwordHash === undefined) throw new WrongCurrentPassword();
      return { user, passwordHash };
    });
  }
}
