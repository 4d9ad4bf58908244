import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { type Actor, CurrentActor, type UserActor } from '#libs/audit';
import { BackofficeEndpoint, ApiTag } from '#libs/http';
import {
  CurrentReservation,
  IDEMPOTENCY_ERRORS,
  IDEMPOTENCY_KEY_HEADER,
  type IdempotencyReservation,
} from '#libs/idempotency';
import {
  ApiKey,
  ApiKeyList,
  ApiKeysQuery,
  CreateApiKeyBody,
  CreatedApiKey,
  CreatedApiKeys,
  CreateKeysOfUsersBody,
  RotateApiKeyBody,
  UpdateApiKeyBody,
} from './api-key.dto.js';
import {
  ApiKeyNotFound,
  ApiKeyNotUsable,
  ApiKeyShownBefore,
  ApiKeysShownBefore,
  KeyOwnerNotFound,
  PlayerHasNoKey,
} from './auth.errors.js';
import { CreateApiKey } from './commands/create-api-key.command.js';
import { CreateKeysOfUsers } from './commands/create-keys-of-users.command.js';
import { DeleteApiKey } from './commands/delete-api-key.command.js';
import { RotateApiKey } from './commands/rotate-api-key.command.js';
import { UpdateApiKey } from './commands/update-api-key.command.js';
import { GetApiKey } from './queries/get-api-key.query.js';
import { ListApiKeys } from './queries/list-api-keys.query.js';

@ApiTag('API keys', 'Keys for the public API')
@Controller()
export class ApiKeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @BackofficeEndpoint('GET /keys', { summary: 'List API keys', returns: ApiKeyList })
  listApiKeys(@Query() query: ApiKeysQuery): Promise<ApiKeyList> {
    return this.queries.execute(new ListApiKeys(query));
  }

  @BackofficeEndpoint('GET /keys/:id', {
    summary: 'Get an API key',
    params: { id: 'Id of the key' },
    returns: ApiKey,
    errors: [ApiKeyNotFound],
  })
  getApiKey(@Param('id') id: string): Promise<ApiKey> {
    return this.queries.execute(new GetApiKey(id));
  }

  @BackofficeEndpoint('POST /keys', {
    summary: 'Create an API key',
    confirmed: true,
    description:
      'The response is the one time that the key is shown. A repeated `Idempotency-Key` gets 409 with the address of the key in `Location`, so ' +
      'that it can be deleted, or 404 where it was deleted since.',
    requestHeaders: IDEMPOTENCY_KEY_HEADER,
    invalid: 'expiresAt: must be an ISO 8601 timestamp in the future',
    returns: CreatedApiKey,
    status: 201,
    errors: [KeyOwnerNotFound, PlayerHasNoKey, ApiKeyShownBefore, ApiKeyNotFound, ...IDEMPOTENCY_ERRORS],
  })
  createApiKey(
    @Body() key: CreateApiKeyBody,
    @CurrentActor() actor: UserActor,
    @CurrentReservation() reservation: IdempotencyReservation | undefined,
  ): Promise<CreatedApiKey> {
    return this.commands.execute(new CreateApiKey(key, actor, reservation));
  }

  @BackofficeEndpoint('POST /users/keys', {
    summary: 'Create a key for each of several users',
    confirmed: true,
    description:
      'All of them, or none. The response is the one time that the keys are shown. A repeated `Idempotency-Key` gets 409 with the ' +
      'address of the keys of that name in `Location`.',
    requestHeaders: IDEMPOTENCY_KEY_HEADER,
    invalid: 'users[0].id: no such user: 019b76da-a800-7000-8000-000000000001',
    returns: CreatedApiKeys,
    status: 201,
    errors: [PlayerHasNoKey, ApiKeysShownBefore, ...IDEMPOTENCY_ERRORS],
  })
  async createKeysOfUsers(
    @Body() body: CreateKeysOfUsersBody,
    @CurrentActor() actor: UserActor,
    @CurrentReservation() reservation: IdempotencyReservation | undefined,
  ): Promise<CreatedApiKeys> {
    return { keys: await this.commands.execute(new CreateKeysOfUsers(body, actor, reservation)) };
  }

  @BackofficeEndpoint('POST /keys/:id/rotation', {
    summary: 'Rotate an API key',
    confirmed: true,
    description:
      'Creates another key of the same user with the same name and rate limit, which is shown this once, and sets the end of the old one. Both work ' +
      'until then. A disabled or expired key is not rotated. A repeated `Idempotency-Key` gets the same responses as with `POST /keys`.',
    requestHeaders: IDEMPOTENCY_KEY_HEADER,
    params: { id: 'Id of the old key' },
    invalid: 'oldExpiresAt: must be an ISO 8601 timestamp in the future',
    returns: CreatedApiKey,
    status: 201,
    errors: [ApiKeyNotFound, ApiKeyNotUsable, ApiKeyShownBefore, ...IDEMPOTENCY_ERRORS],
  })
  rotateApiKey(
    @Param('id') id: string,
    @Body() rotation: RotateApiKeyBody,
    @CurrentActor() actor: UserActor,
    @CurrentReservation() reservation: IdempotencyReservation | undefined,
  ): Promise<CreatedApiKey> {
    return this.commands.execute(new RotateApiKey(id, rotation, actor, reservation));
  }

  @BackofficeEndpoint('PATCH /keys/:id', {
    summary: 'Change an API key',
    confirmed: true,
    description: 'It holds for every request that begins after the response.',
    params: { id: 'Id of the key' },
    invalid: 'expiresAt: must be an ISO 8601 timestamp in the future',
    returns: ApiKey,
    errors: [ApiKeyNotFound],
  })
  updateApiKey(
    @Param('id') id: string,
    @Body() changes: UpdateApiKeyBody,
    @CurrentActor() actor: Actor,
  ): Promise<ApiKey> {
    return this.commands.execute(new UpdateApiKey(id, changes, actor));
  }

  @BackofficeEndpoint('DELETE /keys/:id', {
    summary: 'Delete an API key',
    description: 'Immediate and irreversible: requests that begin after the response are rejected.',
    params: { id: 'Id of the key' },
    status: 204,
    errors: [ApiKeyNotFound],
  })
  deleteApiKey(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<void> {
    return this.commands.execute(new DeleteApiKey(id, actor));
  }
}
