import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audited, type UserActor } from '#libs/audit';
import { newId, sql, type Transaction, UnitOfWork } from '#libs/database';
import type { Role } from '#libs/access';
import { httpErrors } from '#libs/http';
import { ShardedCounters } from '#libs/projections';
import { UsersChanged } from '../events/users-changed.event.js';
import { PROFILE_CHANGES } from '../queries/get-profiles.handler.js';
import type { UserEntity } from '../user.entity.js';
import { userSubject } from '../user-subject.js';
import { keepUsers } from '../keep-users.js';
import { PlayerReader } from './player-reader.js';
import type { NamedPlayerBody, Player } from './players.dto.js';

/**
 * Creates or changes players of an application, all or none. The results are in the order of the players, whose external ids differ.
 * @throws InvalidApiKey if the application was erased
 */
export class RegisterPlayers extends Command<RegisteredPlayer[]> {
  constructor(
    readonly players: readonly NamedPlayerBody[],
    /** The application. */
    readonly actor: UserActor,
  ) {
    super();
  }
}

export interface RegisteredPlayer {
  readonly player: Player;
  readonly isNew: boolean;
}

/**
 * Returns the players that were created or changed. All registrations lock them in the same order, so that none waits for another one that
 * waits for it. Those who are suspended stay so.
 */
const WRITE = sql(`
  INSERT INTO users (id, application_id, external_id, display_name, image, role)
  SELECT id, $1, external_id, display_name, image, 'player'
  FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) AS sent (id, external_id, display_name, image)
  ORDER BY external_id
  ON CONFLICT (application_id, external_id) WHERE application_id IS NOT NULL DO UPDATE
    SET display_name = excluded.display_name, image = excluded.image, updated_at = now()
    WHERE (users.display_name, users.image) IS DISTINCT FROM (excluded.display_name, excluded.image)
  RETURNING id, display_name AS "displayName", image, role, suspended`);

interface Row {
  id: string;
  displayName: string;
  image: string | null;
  role: Role;
  suspended: boolean;
}

@CommandHandler(RegisterPlayers)
export class RegisterPlayersHandler implements ICommandHandler<RegisterPlayers> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: PlayerReader,
    private readonly counts: ShardedCounters,
  ) {}

  execute({ players, actor }: RegisterPlayers): Promise<RegisteredPlayer[]> {
    const newIds = players.map(() => newId());
    const externalIds = players.map(({ externalId }) => externalId);
    return this.unitOfWork.run(async (transaction) => {
      const [application] = await keepUsers(transaction, [actor.userId]);
      // It was erased after the guard had admitted the request.
      if (application === undefined) throw new httpErrors.InvalidApiKey();
      const [written, stored] = await Promise.all([
        transaction.query<Row & object>(WRITE, [
          actor.userId,
          newIds,
          externalIds,
          players.map(({ displayName }) => displayName),
          players.map(({ image }) => image),
        ]),
        this.reader.find(actor.userId, externalIds, transaction),
      ]);
      const created = new Set(newIds);
      await this.announce(
        transaction,
        actor,
        application,
        written.filter(({ id }) => created.has(id)),
        written.filter(({ id }) => !created.has(id)),
      );
      return externalIds.map((externalId) => {
        const player = stored.get(externalId) as Player;
        return { player, isNew: created.has(player.id) };
      });
    });
  }

  /** One entry of the audit log for all of them, about the player if there is only one. */
  private async announce(
    transaction: Transaction,
    actor: UserActor,
    application: UserEntity,
    created: readonly Row[],
    changed: readonly Row[],
  ): Promise<void> {
    if (created.length + changed.length === 0) return;
    if (changed.length > 0) {
      await this.counts.add(transaction, [{ name: PROFILE_CHANGES, delta: changed.length }]);
      await transaction.publish(new UsersChanged(changed.map((player) => ({ ...player, isAccessChanged: false }))));
    }
    const [player, ...others] = [...created, ...changed] as [Row, ...Row[]];
    const subject = others.length === 0 ? player : application;
    const details = { created: created.length, changed: changed.length };
    await transaction.publish(new Audited(actor, 'user.registered', userSubject(subject), details));
  }
}
