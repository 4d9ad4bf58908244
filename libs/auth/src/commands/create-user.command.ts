import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { hasSqlState, newId, type Transaction, UnitOfWork } from '#libs/database';
import { textKey } from '#libs/http';
import {
  Idempotency,
  IdempotencyKeyReused,
  type IdempotencyReservation,
  type OnceReply,
  type StoredReply,
} from '#libs/idempotency';
import { ShardedCounters } from '#libs/projections';
import { EmailTaken } from '../auth.errors.js';
import { normalEmail } from '../email.js';
import { UserCreated } from '../events/user-created.event.js';
import { PROFILE_CHANGES } from '../queries/get-profiles.handler.js';
import { IsInitialPassword } from '../queries/is-initial-password.query.js';
import type { CreateUserBody } from '../user.dto.js';
import { HashPassword } from './hash-password.command.js';
import { UserEntity } from '../user.entity.js';
import { userSubject } from '../user-subject.js';

/**
 * Creates a user, once per Idempotency-Key. The reply is the user as JSON.
 * @throws EmailTaken, IdempotencyKeyReused, and ValidationFailed for a password that is too easy to guess
 */
export class CreateUser extends Command<OnceReply> {
  constructor(
    readonly user: CreateUserBody,
    readonly actor: Actor,
    readonly reservation?: IdempotencyReservation,
  ) {
    super();
  }
}

@CommandHandler(CreateUser)
export class CreateUserHandler implements ICommandHandler<CreateUser> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly idempotency: Idempotency,
    private readonly counts: ShardedCounters,
  ) {}

  async execute({ user: { password, ...user }, actor, reservation }: CreateUser): Promise<OnceReply> {
    const owner = { ...user, email: normalEmail(user.email) };
    // Before the transaction: a hash takes tens of milliseconds.
    const passwordHash = password && (await this.commands.execute(new HashPassword(password, owner)));
    const result = await this.unitOfWork
      .run((transaction) =>
        this.idempotency.once(transaction, reservation, () => this.create(transaction, owner, passwordHash, actor)),
      )
      .catch((error: unknown) => {
        throw hasSqlState(error, '23505') ? new EmailTaken() : error;
      });
    if (result.replayed && password !== undefined) await this.expectSame(password, result.reply);
    return result;
  }

  /** Rejects a repeated request with another password, which the hash of the request does not contain. */
  private async expectSame(password: string, { subject, body }: StoredReply): Promise<void> {
    const { createdAt } = JSON.parse(body) as { createdAt: string };
    const isSame = await this.queries.execute(new IsInitialPassword(subject, new Date(createdAt), password));
    if (!isSame) throw new IdempotencyKeyReused();
  }

  private async create(
    transaction: Transaction,
    user: Omit<CreateUserBody, 'password'>,
    passwordHash: string | undefined,
    actor: Actor,
  ): Promise<StoredReply> {
    const users = transaction.manager.getRepository(UserEntity);
    if (await users.existsBy({ email: user.email })) throw new EmailTaken();
    const created = users.create({
      ...user,
      tagKeys: user.tags.map(textKey),
      id: newId(),
      suspended: false,
      applicationId: null,
      externalId: null,
    });
    await users.insert(created);
    const { id, role, tags } = created;
    // Instances cache the tags of all users.
    if (tags.length > 0) await this.counts.add(transaction, [{ name: PROFILE_CHANGES, delta: 1 }]);
    const { email } = user;
    await transaction.publish(new UserCreated({ ...created, email }, passwordHash));
    const personal = { email, ...(tags.length > 0 && { tags }) };
    await transaction.publish(new Audited(actor, 'user.created', userSubject(created), { role }, personal));
    return { subject: id, headers: {}, body: JSON.stringify(created) };
  }
}
