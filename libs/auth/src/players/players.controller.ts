import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { CurrentActor, type UserActor } from '#libs/audit';
import {
  ApiTag,
  BASE_PATH,
  CurrentPrincipal,
  CurrentReply,
  CursorQuery,
  Endpoint,
  httpErrors,
  type Principal,
  ValidationFailed,
} from '#libs/http';
import { WRITE_PLAYERS } from './access.js';
import { expectExternalId } from './external-id.js';
import { PlayerReader } from './player-reader.js';
import { PlayerBody, PlayersBody, Player, PlayerList, Players } from './players.dto.js';
import { type RegisteredPlayer, RegisterPlayers } from './register-players.command.js';
import { SuspendPlayer } from './suspend-player.command.js';

const PARAMS = { externalId: { description: 'Your id of the player, percent-encoded', example: 'learner-4711' } };

@ApiTag('Players', 'The players of an application, for whom it acts with the header `X-Player`')
@Controller()
export class PlayersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reader: PlayerReader,
  ) {}

  @Endpoint('GET /players', {
    summary: 'List your players',
    description: 'In the order of their external ids. They are the players of the user whose key it is.',
    scope: WRITE_PLAYERS,
    invalid: 'cursor: must be `nextCursor` of an earlier response',
    returns: PlayerList,
  })
  listPlayers(@Query() query: CursorQuery, @CurrentPrincipal() { userId }: Principal): Promise<PlayerList> {
    return this.reader.list(userId, query);
  }

  @Endpoint('PUT /players', {
    summary: 'Create or change up to 1,000 players',
    description:
      'All of them, or none. Players who are suspended are changed and stay suspended. Send fewer at once if the body gets ' +
      'larger than its limit.',
    scope: WRITE_PLAYERS,
    invalid: 'players[1].externalId: is that of players[0] too',
    returns: Players,
  })
  async putPlayers(@Body() { players }: PlayersBody, @CurrentActor() actor: UserActor): Promise<Players> {
    expectDifferent(players.map(({ externalId }) => externalId));
    const registered = await this.commands.execute(new RegisterPlayers(players, actor));
    return { players: registered.map(({ player }) => player) };
  }

  @Endpoint('GET /players/:externalId', {
    summary: 'Get a player',
    scope: WRITE_PLAYERS,
    params: PARAMS,
    returns: Player,
    errors: [httpErrors.PlayerNotFound],
  })
  getPlayer(@Param('externalId') externalId: string, @CurrentPrincipal() { userId }: Principal): Promise<Player> {
    return this.reader.get(userId, externalId);
  }

  @Endpoint('PUT /players/:externalId', {
    summary: 'Create or change a player',
    description:
      'The player is a user without an email or a key, who has the role `player`. A player who is suspended is changed and stays ' +
      'suspended: only an administrator ends a suspension.',
    scope: WRITE_PLAYERS,
    params: PARAMS,
    invalid: 'displayName: must have 1 to 100 characters',
    creates: `${BASE_PATH}/players/learner-4711`,
    returns: Player,
  })
  async putPlayer(
    @Param('externalId') externalId: string,
    @Body() player: PlayerBody,
    @CurrentActor() actor: UserActor,
    @CurrentReply() reply: FastifyReply,
  ): Promise<Player> {
    expectExternalId(externalId);
    const registered = await this.commands.execute(new RegisterPlayers([{ ...player, externalId }], actor));
    const [{ player: stored, isNew }] = registered as [RegisteredPlayer];
    if (isNew) void reply.status(201).header('location', `${BASE_PATH}/players/${encodeURIComponent(externalId)}`);
    return stored;
  }

  @Endpoint('DELETE /players/:externalId', {
    summary: 'Suspend a player',
    description:
      'From then on, requests for the player get 403, and leaderboards leave the player out. The results stay. Only an ' +
      'administrator ends a suspension.',
    scope: WRITE_PLAYERS,
    params: PARAMS,
    status: 204,
    errors: [httpErrors.PlayerNotFound],
  })
  suspendPlayer(@Param('externalId') externalId: string, @CurrentActor() actor: UserActor): Promise<void> {
    return this.commands.execute(new SuspendPlayer(externalId, actor));
  }
}

/** @throws ValidationFailed if an external id is there twice */
function expectDifferent(externalIds: readonly string[]): void {
  const first = new Map<string, number>();
  const problems = externalIds.flatMap((externalId, index) => {
    const earlier = first.get(externalId);
    if (earlier === undefined) first.set(externalId, index);
    return earlier === undefined ? [] : `players[${index}].externalId: is that of players[${earlier}] too`;
  });
  if (problems.length > 0) throw new ValidationFailed(problems);
}
