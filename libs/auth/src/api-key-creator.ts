import { Injectable } from '@nestjs/common';
import { AllAudited, Audited, type UserActor } from '#libs/audit';
import { Idempotency, type IdempotencyReservation } from '#libs/idempotency';
import { newId, type Transaction } from '#libs/database';
import { generateApiKey, hashApiKey, SHOWN_LENGTH } from './api-key.js';
import type { CreatedApiKey } from './api-key.dto.js';
import { ApiKeyReader } from './api-key-reader.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { keySubject } from './key-subject.js';
import { ApiKeyNotFound, ApiKeyShownBefore, PlayerHasNoKey } from './auth.errors.js';
import type { UserEntity } from './user.entity.js';

interface NewApiKey {
  name: string;
  owner: UserEntity;
  /** ISO 8601. */
  expiresAt: string | null;
  rateLimit: number | null;
  /** The key that the new one replaces. */
  rotatedFrom?: Pick<ApiKeyEntity, 'id' | 'shown' | 'countsFor'>;
}

/** Creates keys, whose values are returned once. */
@Injectable()
export class ApiKeyCreator {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly reader: ApiKeyReader,
  ) {}

  /**
   * Runs `work`, which creates a key, once per Idempotency-Key.
   * @throws ApiKeyShownBefore for a repetition, ApiKeyNotFound if the key was deleted since
   */
  async once(
    transaction: Transaction,
    reservation: IdempotencyReservation | undefined,
    work: () => Promise<CreatedApiKey>,
  ): Promise<CreatedApiKey> {
    const { reply, replayed } = await this.idempotency.once(transaction, reservation, async () => {
      const created = await work();
      // No body: replies are stored for a day, and the key must not be stored.
      return { subject: created.id, headers: {}, body: '', created };
    });
    if (!replayed) return reply.created;
    const [earlier] = await this.reader.read([reply.subject], transaction);
    throw earlier === undefined ? new ApiKeyNotFound() : new ApiKeyShownBefore(earlier.id);
  }

  /**
   * @param actor a person, never the service
   * @throws PlayerHasNoKey
   */
  async create(transaction: Transaction, key: NewApiKey, actor: UserActor): Promise<CreatedApiKey> {
    const [created] = await this.createAll(transaction, [key], actor);
    if (created === undefined) throw new Error('The key that was just created is not there');
    return created;
  }

  /**
   * Creates keys, in this order.
   * @param actor a person, never the service
   * @throws PlayerHasNoKey
   */
  async createAll(transaction: Transaction, keys: NewApiKey[], actor: UserActor): Promise<CreatedApiKey[]> {
    const player = keys.find(({ owner }) => owner.applicationId !== null)?.owner;
    if (player !== undefined) throw new PlayerHasNoKey(player.displayName);
    const values = keys.map(() => generateApiKey());
    const rows = keys.map(({ name, owner, expiresAt, rateLimit, rotatedFrom }, index) => ({
      id: newId(),
      name,
      hash: hashApiKey(values[index] as string),
      shown: (values[index] as string).slice(0, SHOWN_LENGTH),
      userId: owner.id,
      createdBy: actor.userId,
      expiresAt: endOf(expiresAt),
      rateLimit,
      rotatedFrom: rotatedFrom?.id ?? null,
      countsFor: rotatedFrom?.countsFor ?? rotatedFrom?.id ?? null,
    }));
    await transaction.manager.insert(ApiKeyEntity, rows);
    await transaction.publish(
      new AllAudited(rows.map(({ id }, index) => createdEvent(id, keys[index] as NewApiKey, actor))),
    );
    const created = await this.reader.read(
      rows.map(({ id }) => id),
      transaction,
    );
    return created.map((key, index) => ({ ...key, key: values[index] as string }));
  }
}

const createdEvent = (id: string, { name, owner, expiresAt, rateLimit, rotatedFrom }: NewApiKey, actor: UserActor) =>
  new Audited(actor, 'key.created', keySubject({ id, name }), {
    ownerId: owner.id,
    expiresAt: endOf(expiresAt),
    ...(rateLimit !== null && { rateLimit }),
    ...(rotatedFrom !== undefined && { rotated: rotatedFrom.shown, rotatedId: rotatedFrom.id }),
  });

const endOf = (expiresAt: string | null) => (expiresAt === null ? null : new Date(expiresAt));
