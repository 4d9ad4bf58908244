import { Injectable } from '@nestjs/common';
import { argon2id, hash, verify } from 'argon2';
import { Database, sql, type Transaction } from '#libs/platform';
import { CredentialEntity } from './credential.entity.js';
import { Turns } from './turns.js';

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id, memory in KiB. */
const ARGON2 = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each hash costs 19 MiB and a thread of the pool that files and names are looked up by as well. */
const HASHES_AT_ONCE = 2;
const WAITING_HASHES = 100;

const FIND = sql('SELECT password_hash FROM credentials WHERE user_id = $1');

/** What administrators sign in with. */
@Injectable()
export class Passwords {
  private readonly turns = new Turns(HASHES_AT_ONCE, WAITING_HASHES);

  constructor(private readonly database: Database) {}

  /** Keeps the hash of a new user's password. @throws ServiceUnavailable under overload */
  async store(userId: string, password: string, { manager }: Transaction): Promise<void> {
    const passwordHash = await this.turns.take(() => hash(password, ARGON2));
    await manager.insert(CredentialEntity, { userId, passwordHash });
  }

  /**
   * Whether a password is the user's. Where there is no user, or no password of theirs, that takes as long.
   * @throws ServiceUnavailable under overload
   */
  async verify(userId: string | undefined, password: string): Promise<boolean> {
    const [credential] = await this.database.query<{ password_hash: string }>(FIND, [userId ?? null]);
    return this.turns.take(async () => {
      if (credential !== undefined) return verify(credential.password_hash, password);
      await hash(password, ARGON2);
      return false;
    });
  }
}
