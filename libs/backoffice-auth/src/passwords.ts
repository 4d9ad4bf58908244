import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import argon2 from 'argon2';
import type { Repository } from 'typeorm';
import { NIL } from 'uuid';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import type { Transaction } from '#libs/database';
import { ValidationFailed } from '#libs/http';
import { Semaphore } from '#libs/traffic';
import { CredentialEntity } from './credential.entity.js';
import { Invitations } from './invitations/invitations.js';
import { type PasswordOwner, weaknessOf } from './password-strength.js';

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id, memory in KiB. */
const ARGON2 = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Each hash takes 19 MiB, a processor core, and one of the four threads that also serve file access and DNS.
 * Half of the cores are left to requests.
 */
const CONCURRENT_HASHES = availableParallelism() < 4 ? 1 : 2;
const WAITING_HASHES = 100;

/** The passwords of administrators. */
@Injectable()
export class Passwords {
  private readonly semaphore: Semaphore;

  constructor(
    @InjectRepository(CredentialEntity) private readonly credentials: Repository<CredentialEntity>,
    private readonly invitations: Invitations,
    @Inject(CONFIGURATION) { REQUEST_DEADLINE_MS }: Configuration,
  ) {
    // Work that begins by then finishes before the deadline of its request.
    this.semaphore = new Semaphore(CONCURRENT_HASHES, WAITING_HASHES, REQUEST_DEADLINE_MS / 2);
  }

  /**
   * Hashes a new password.
   * @param field its name in the request
   * @throws ValidationFailed if it is too easy to guess, ServiceUnavailable under overload
   */
  async hashNew(password: string, owner: PasswordOwner, field = 'password'): Promise<string> {
    const weakness = await weaknessOf(password, owner);
    if (weakness !== undefined) throw new ValidationFailed([`${field}: ${weakness}`]);
    return this.semaphore.run(() => argon2.hash(password, ARGON2));
  }

  /** Stores the hash of the user's password. An open invitation to set one is void then. */
  async store(userId: string, passwordHash: string, transaction: Transaction): Promise<void> {
    await this.invitations.revoke(userId, transaction);
    const credential = { userId, passwordHash, changedAt: () => 'now()' };
    await transaction.manager.upsert(CredentialEntity, credential, ['userId']);
  }

  /** @returns undefined if there is no user, or the user has no password */
  async hashOf(userId: string | undefined): Promise<string | undefined> {
    // The query runs even without a user, so that the response takes as long.
    const credential = await this.credentials.findOneBy({ userId: userId ?? NIL });
    return credential?.passwordHash;
  }

  /** @returns when the user's password was stored; undefined without one */
  async changedAt(userId: string): Promise<Date | undefined> {
    return (await this.credentials.findOneBy({ userId }))?.changedAt;
  }

  /**
   * Verifies a password. It takes as long if there is no user, or the user has no password.
   * @param rank lower ranks are verified first
   * @returns the hash that it was compared with; undefined if it is wrong
   * @throws ServiceUnavailable under overload
   */
  async verify(userId: string | undefined, password: string, rank = 0): Promise<string | undefined> {
    const passwordHash = await this.hashOf(userId);
    return this.semaphore.run(async () => {
      if (passwordHash === undefined) await argon2.hash(password, ARGON2);
      else if (await argon2.verify(passwordHash, password)) return passwordHash;
      return undefined;
    }, rank);
  }

  /** Whether the user's password is still the one that was verified. */
  isCurrent(userId: string, passwordHash: string, transaction: Transaction): Promise<boolean> {
    return transaction.manager.existsBy(CredentialEntity, { userId, passwordHash });
  }
}
