import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { argon2id, hash, verify } from 'argon2';
import type { Repository } from 'typeorm';
import { NIL } from 'uuid';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import type { Transaction } from '#libs/database';
import { ValidationFailed } from '#libs/http';
import { CredentialEntity } from './credential.entity.js';
import { type PasswordOwner, weaknessOf } from './password-strength.js';
import { Semaphore } from './semaphore.js';

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id, memory in KiB. */
const ARGON2 = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Each hash costs 19 MiB, a processor core while it is made, and one of the four threads that files and names are looked up by as well.
 * Half of the cores are left to requests.
 */
const HASHES_AT_ONCE = availableParallelism() < 4 ? 1 : 2;
const WAITING_HASHES = 100;

/** What administrators sign in with. */
@Injectable()
export class Passwords {
  private readonly turns: Semaphore;

  constructor(
    @InjectRepository(CredentialEntity) private readonly credentials: Repository<CredentialEntity>,
    @Inject(CONFIGURATION) { REQUEST_DEADLINE_MS }: Configuration,
  ) {
    // What begins by then is answered in time.
    this.turns = new Semaphore(HASHES_AT_ONCE, WAITING_HASHES, REQUEST_DEADLINE_MS / 2);
  }

  /**
   * Hashes a password that is to be somebody's.
   * @param field its name in the request
   * @throws ValidationFailed where it is too easy to guess, ServiceUnavailable under overload
   */
  async hashNew(password: string, owner: PasswordOwner, field = 'password'): Promise<string> {
    const weakness = await weaknessOf(password, owner);
    if (weakness !== undefined) throw new ValidationFailed([`${field}: ${weakness}`]);
    return this.turns.take(() => hash(password, ARGON2));
  }

  /** Makes this the user's password, by its hash. */
  async keep(userId: string, passwordHash: string, transaction: Transaction): Promise<void> {
    const credential = { userId, passwordHash, changedAt: () => 'now()' };
    await transaction.manager.upsert(CredentialEntity, credential, ['userId']);
  }

  /** @returns undefined where there is no user, or no password of theirs */
  async hashOf(userId: string | undefined): Promise<string | undefined> {
    // Asked for nobody too: the answer takes as long where there is no user.
    const credential = await this.credentials.findOneBy({ userId: userId ?? NIL });
    return credential?.passwordHash;
  }

  /**
   * Whether a password is the user's. Where there is no user, or no password of theirs, that takes as long.
   * @param rank lower ranks are verified first
   * @returns the hash that it was compared with, if it is
   * @throws ServiceUnavailable under overload
   */
  async verify(userId: string | undefined, password: string, rank = 0): Promise<string | undefined> {
    const passwordHash = await this.hashOf(userId);
    return this.turns.take(async () => {
      if (passwordHash === undefined) await hash(password, ARGON2);
      else if (await verify(passwordHash, password)) return passwordHash;
      return undefined;
    }, rank);
  }

  /** Whether the user's password is still the one that was verified. */
  isCurrent(userId: string, passwordHash: string, transaction: Transaction): Promise<boolean> {
    return transaction.manager.existsBy(CredentialEntity, { userId, passwordHash });
  }
}
