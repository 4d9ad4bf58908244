import { Body, Controller, Param, type StreamableFile } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#libs/audit';
import { BackofficeEndpoint, isId } from '#libs/http';
import { UserNotFound } from '#libs/profiles';
import { ApplicationHasPlayers, LastAdministrator } from '../auth.errors.js';
import { EraseUser } from './erase-user.command.js';
import { EraseUserBody, ErasureConsequences } from './erasure.dto.js';
import { ExportUserData } from './export-user-data.query.js';
import { GetErasure } from './get-erasure.query.js';

const USER = { id: 'Id of the user' };

@ApiTags('Users')
@Controller()
export class ErasureController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @BackofficeEndpoint('GET /users/:id/export', {
    summary: 'Export the data of a user as JSON',
    description:
      'An object with an array for each kind of data: the account, keys without secrets and their last addresses, sessions, attempts with answers, ' +
      'what the audit log has by and about the user, deliveries to webhooks that name the user, and others. It leaves out the content of quizzes, ' +
      'stored replies, and who the others are that acted on the user. The file is written while it is sent.',
    params: USER,
    file: ['application/json'],
    errors: [UserNotFound],
  })
  exportUserData(@Param('id') id: string): Promise<StreamableFile> {
    return this.queries.execute(new ExportUserData(id));
  }

  @BackofficeEndpoint('GET /users/:id/erasure', {
    summary: 'Get what erasing a user would delete',
    params: USER,
    returns: ErasureConsequences,
    errors: [UserNotFound],
  })
  getErasure(@Param('id') id: string): Promise<ErasureConsequences> {
    return this.queries.execute(new GetErasure(id));
  }

  @BackofficeEndpoint('POST /users/:id/erasure', {
    summary: 'Erase a user',
    description:
      'For good. Keys and sessions end at once, and the user leaves the leaderboards. The attempts of a removed user are deleted before the response. ' +
      'What takes longer than 2 seconds continues in the background; leaderboards, statistics and limits are correct meanwhile. ' +
      'The results of a suspended user who is anonymised count in statistics again.',
    params: USER,
    invalid: 'reason: must have 1 to 500 characters',
    status: 204,
    confirmed: true,
    errors: [UserNotFound, LastAdministrator, ApplicationHasPlayers],
  })
  eraseUser(@Param('id') id: string, @Body() erasure: EraseUserBody, @CurrentActor() actor: Actor): Promise<void> {
    if (!isId(id)) throw new UserNotFound();
    return this.commands.execute(new EraseUser(id, erasure, actor));
  }
}
