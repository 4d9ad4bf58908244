import { Injectable } from '@nestjs/common';
import { UserCreated } from '#libs/auth';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { Passwords } from '../passwords.js';

@Injectable()
@ListensTo(UserCreated)
export class StorePasswordWhenUserCreated implements TransactionListener<UserCreated> {
  constructor(private readonly passwords: Passwords) {}

  async handle({ user, passwordHash }: UserCreated, transaction: Transaction): Promise<void> {
    if (passwordHash !== undefined) await this.passwords.store(user.id, passwordHash, transaction);
  }
}
