import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetUser, type User } from '#libs/auth';
import type { UserActor } from '#libs/audit';
import type { ServiceError } from '#libs/http';
import { WrongCurrentPassword } from './backoffice-auth.errors.js';
import { FailedSignIns } from './failed-sign-ins.js';
import { Passwords } from './passwords.js';
import { SecondFactorCodes } from './second-factor/second-factor-codes.js';
import { WrongCode } from './second-factor/second-factor.errors.js';
import { SignInLimiter } from './sign-in-limiter.js';

/** Verifies the credentials of a signed-in user again. Failures count and are audited like those of sign-ins. */
@Injectable()
export class OwnCredentials {
  constructor(
    private readonly queries: QueryBus,
    private readonly limiter: SignInLimiter,
    private readonly passwords: Passwords,
    private readonly codes: SecondFactorCodes,
    private readonly failures: FailedSignIns,
  ) {}

  /**
   * @returns the user, and the hash that the password was compared with
   * @throws UserNotFound, WrongCurrentPassword, TooManySignIns, ServiceUnavailable
   */
  verifyPassword(actor: UserActor, password: string): Promise<{ user: User; passwordHash: string }> {
    return this.verify(actor, WrongCurrentPassword, async (user, rank) => {
      const passwordHash = await this.passwords.verify(user.id, password, rank);
      return passwordHash === undefined ? undefined : { user, passwordHash };
    });
  }

  /** Uses a code of the second factor up. @throws UserNotFound, WrongCode, TooManySignIns */
  async verifyCode(actor: UserActor, code: string): Promise<void> {
    await this.verify(actor, WrongCode, async (user) =>
      (await this.codes.use(user, code, actor.address ?? '')) ? true : undefined,
    );
  }

  private async verify<Result>(
    { userId, address }: UserActor,
    Wrong: new () => ServiceError,
    check: (user: User, rank: number) => Promise<Result | undefined>,
  ): Promise<Result> {
    const user = await this.queries.execute(new GetUser(userId));
    const attempt = { account: user.email ?? '', address: address ?? '', isKnown: true };
    return this.limiter.run(attempt, async (rank) => {
      const result = await check(user, rank);
      if (result !== undefined) return result;
      await this.failures.count(userId);
      throw new Wrong();
    });
  }
}
