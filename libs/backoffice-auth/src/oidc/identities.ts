import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { sql, type Transaction, UnitOfWork } from '#libs/database';
import { SESSIONS_LOCK } from '../sessions.js';
import { IdentityEntity } from './identity.entity.js';
import type { Profile } from './profile.js';

const LINK = sql('INSERT INTO identities (issuer, subject, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING');

/** The links between users and persons at a provider. */
@Injectable()
export class Identities {
  constructor(
    @InjectRepository(IdentityEntity) private readonly identities: Repository<IdentityEntity>,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @returns the id of the user; undefined for a person who has not signed in yet */
  async userOf({ issuer, subject }: Profile): Promise<string | undefined> {
    const identity = await this.identities.findOneBy({ issuer, subject });
    return identity?.userId;
  }

  /** Under the lock of `EmailChanged`, so that a link by the former email is either unlinked, or made after the change. @returns whether the person belongs to the user now; false if another person at the provider already does */
  async link(profile: Profile, userId: string): Promise<boolean> {
    await this.unitOfWork.run(async (transaction) => {
      await transaction.lock([SESSIONS_LOCK(userId)]);
      await transaction.query(LINK, [profile.issuer, profile.subject, userId]);
    });
    return (await this.userOf(profile)) === userId;
  }

  async unlinkAllOf(userId: string, transaction: Transaction): Promise<void> {
    await transaction.manager.delete(IdentityEntity, { userId });
  }
}
