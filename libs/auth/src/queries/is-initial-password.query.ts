import { Query } from '@nestjs/cqrs';

/**
 * Whether a user has had a password since they were created, and it is this one. A password that was changed since is not compared:
 * nobody may guess at it here. The module that signs users in handles it. @throws ServiceUnavailable under overload
 */
export class IsInitialPassword extends Query<boolean> {
  constructor(
    readonly userId: string,
    readonly createdAt: Date,
    readonly password: string,
  ) {
    super();
  }
}
