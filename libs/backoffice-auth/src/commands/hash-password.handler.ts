import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { HashPassword } from '#libs/auth';
import { Passwords } from '../passwords.js';

@CommandHandler(HashPassword)
export class HashPasswordHandler implements ICommandHandler<HashPassword> {
  constructor(private readonly passwords: Passwords) {}

  execute({ password, owner }: HashPassword): Promise<string> {
    return this.passwords.hashNew(password, owner);
  }
}
