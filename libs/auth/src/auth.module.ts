import { Module } from '@nestjs/common';
import { DatabaseModule } from '#libs/platform';
import { ApiKeyEntity } from './api-key.entity.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeysController } from './api-keys.controller.js';
import { Callers } from './callers.js';
import { CreateApiKeyHandler } from './commands/create-api-key.command.js';
import { CreateUserHandler } from './commands/create-user.command.js';
import { DeleteApiKeyHandler } from './commands/delete-api-key.command.js';
import { UpdateUserHandler } from './commands/update-user.command.js';
import { LastUse } from './last-use.js';
import { CreateUsersAndApiKeys1760000100000 } from './migrations/1760000100000-create-users-and-api-keys.js';
import { FindUserHandler } from './queries/find-user.query.js';
import { GetProfilesHandler, GetProfilesRevisionHandler } from './queries/get-profiles.handler.js';
import { HasAdministratorHandler } from './queries/has-administrator.query.js';
import { ListApiKeysHandler } from './queries/list-api-keys.query.js';
import { ListUsersHandler } from './queries/list-users.query.js';
import { UserEntity } from './user.entity.js';
import { UsersController } from './users.controller.js';

/** Users, their roles and API keys, and the guard that resolves them on each request. */
@Module({
  imports: [
    DatabaseModule.forFeature({
      entities: [UserEntity, ApiKeyEntity],
      migrations: [CreateUsersAndApiKeys1760000100000],
    }),
  ],
  controllers: [UsersController, ApiKeysController],
  providers: [
    ApiKeyGuard,
    Callers,
    LastUse,
    CreateUserHandler,
    UpdateUserHandler,
    CreateApiKeyHandler,
    DeleteApiKeyHandler,
    ListUsersHandler,
    ListApiKeysHandler,
    FindUserHandler,
    HasAdministratorHandler,
    GetProfilesHandler,
    GetProfilesRevisionHandler,
  ],
  exports: [ApiKeyGuard],
})
export class AuthModule {}
