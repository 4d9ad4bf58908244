import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { hasBackoffice } from '#libs/access';
import { type Actor, AllAudited, Audited } from '#libs/audit';
import type { Transaction } from '#libs/database';
import { textKey } from '#libs/http';
import { ShardedCounters } from '#libs/projections';
import { PlayerKeepsRole } from './auth.errors.js';
import { differencesOf } from './differences.js';
import { SuspensionChanged } from './events/suspension-changed.event.js';
import { UsersChanged } from './events/users-changed.event.js';
import { PROFILE_CHANGES } from './queries/get-profiles.handler.js';
import { WhoCanSignIn } from './queries/who-can-sign-in.query.js';
import { isHigher } from './roles.js';
import type { UpdateUserBody } from './user.dto.js';
import { UserEntity } from './user.entity.js';
import { userSubject } from './user-subject.js';
import { changedTags, type TagChange } from './user-tags.js';

/** Whether nobody with these changes is an active administrator. */
export const removesAccess = ({ role, suspended }: UpdateUserBody): boolean =>
  (role !== undefined && role !== 'admin') || suspended === true;

/** Whether the changes give a user more: a higher role, or access to the backoffice back. */
export const isRaised = (user: UserEntity, { role = user.role, suspended = user.suspended }: UpdateUserBody): boolean =>
  isHigher(role, user.role) || (hasBackoffice(role) && user.suspended && !suspended);

export const isActiveAdministrator = ({ role, suspended }: UserEntity): boolean => role === 'admin' && !suspended;

const isEmpty = (differences: object): boolean => Object.keys(differences).length === 0;

/** What the changes of one user and of several have in common. */
@Injectable()
export class UserChanges {
  constructor(
    private readonly counts: ShardedCounters,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Locks users, and all active administrators with them if the changes could leave the service without one who can sign in. Players are
   * locked in the order of their registrations, so that the two cannot deadlock.
   * @returns those that exist, in the order of their ids, and those of them who must stay administrators because no other one can sign in
   */
  async lock(
    transaction: Transaction,
    ids: readonly string[],
    changes: UpdateUserBody,
  ): Promise<{ users: UserEntity[]; last: UserEntity[] }> {
    const mayRemove = removesAccess(changes);
    const locked = await transaction.manager.find(UserEntity, {
      where: [{ id: In(ids) }, ...(mayRemove ? [{ role: 'admin' as const, suspended: false }] : [])],
      order: { externalId: 'ASC', id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const users = locked.filter(({ id }) => ids.includes(id)).sort((a, b) => (a.id < b.id ? -1 : 1));
    const removed = mayRemove ? users.filter(isActiveAdministrator) : [];
    if (removed.length === 0) return { users, last: [] };
    const others = locked.filter((user) => !users.includes(user));
    const administrators = [...removed, ...others].map(({ id }) => id);
    const able = await this.queries.execute(new WhoCanSignIn(administrators, transaction));
    return { users, last: others.some(({ id }) => able.has(id)) ? [] : removed };
  }

  /**
   * @param users locked
   * @returns them with the changes, which the audit log has for each user who differs
   * @throws PlayerKeepsRole, ValidationFailed for too many tags
   */
  async apply(
    transaction: Transaction,
    users: readonly UserEntity[],
    { addTags, removeTags, ...changes }: UpdateUserBody & TagChange,
    actor: Actor,
  ): Promise<UserEntity[]> {
    const { role, suspended, displayName, image } = changes;
    const player = users.find((user) => user.applicationId !== null && user.role !== (role ?? user.role));
    if (player !== undefined) throw new PlayerKeepsRole(player.displayName);
    const repository = transaction.manager.getRepository(UserEntity);
    const changed = users
      .map((user) => {
        const { tags = changedTags(user, { addTags, removeTags }) } = changes;
        return {
          user,
          after: tags === undefined ? changes : { ...changes, tags, tagKeys: tags.map(textKey) },
          access: differencesOf<UpdateUserBody>(user, { role, suspended }),
          profile: differencesOf<UpdateUserBody>(user, { displayName, image, tags }),
        };
      })
      .filter(({ access, profile }) => !isEmpty(access) || !isEmpty(profile));
    if (changed.length === 0) return [...users];
    await repository.save(changed.map(({ user, after }) => repository.merge(user, after)));
    await this.counts.add(transaction, [{ name: PROFILE_CHANGES, delta: changed.length }]);
    // Only this service knows tags.
    const announced = changed.filter(
      ({ access, profile }) => !isEmpty(access) || 'displayName' in profile || 'image' in profile,
    );
    if (announced.length > 0)
      await transaction.publish(
        new UsersChanged(
          announced.map(({ user: { id, displayName, image, role, suspended }, access }) => ({
            id,
            displayName,
            image,
            role,
            suspended,
            isAccessChanged: !isEmpty(access),
          })),
        ),
      );
    await transaction.publish(
      new AllAudited(
        changed.map(
          ({ user, access, profile }) => new Audited(actor, 'user.changed', userSubject(user), access, profile),
        ),
      ),
    );
    const suspensions = changed.filter(({ access }) => 'suspended' in access);
    // At the end: its listeners change counters of many quizzes, for which submissions wait.
    if (suspensions.length > 0)
      await transaction.publish(new SuspensionChanged(suspensions.map(({ user }) => user.id)));
    return [...users];
  }
}
