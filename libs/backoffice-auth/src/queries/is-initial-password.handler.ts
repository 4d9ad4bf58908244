import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { IsInitialPassword } from '#libs/auth';
import { Passwords } from '../passwords.js';

@QueryHandler(IsInitialPassword)
export class IsInitialPasswordHandler implements IQueryHandler<IsInitialPassword> {
  constructor(private readonly passwords: Passwords) {}

  async execute({ userId, createdAt, password }: IsInitialPassword): Promise<boolean> {
    // The password of a new user is stored in the transaction that creates them, so both have its time.
    const changedAt = await this.passwords.changedAt(userId);
    if (changedAt?.getTime() !== createdAt.getTime()) return false;
    return (await this.passwords.verify(userId, password)) !== undefined;
  }
}
