import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditSubjects } from '#libs/audit';
import { ApiKeyEntity } from './api-key.entity.js';
import { ApiKeyCreator } from './api-key-creator.js';
import { ApiKeyReader } from './api-key-reader.js';
import { ApiKeyResolver } from './api-key-resolver.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ChangeEmailHandler } from './commands/change-email.command.js';
import { CreateApiKeyHandler } from './commands/create-api-key.command.js';
import { CreateKeysOfUsersHandler } from './commands/create-keys-of-users.command.js';
import { CreateUserHandler } from './commands/create-user.command.js';
import { DeleteApiKeyHandler } from './commands/delete-api-key.command.js';
import { RotateApiKeyHandler } from './commands/rotate-api-key.command.js';
import { UpdateApiKeyHandler } from './commands/update-api-key.command.js';
import { UpdateUserHandler } from './commands/update-user.command.js';
import { UpdateUsersHandler } from './commands/update-users.command.js';
import { EraseUserHandler } from './erasure/erase-user.command.js';
import { ErasedUserEntity } from './erasure/erased-user.entity.js';
import { ErasedUsersCheck } from './erasure/erased-users.check.js';
import { ErasureController } from './erasure/erasure.controller.js';
import { ExportUserDataHandler } from './erasure/export-user-data.query.js';
import { GetErasureHandler } from './erasure/get-erasure.query.js';
import { KeyAddressesExport } from './erasure/key-addresses-export.js';
import { LateErasure } from './erasure/late-erasure.js';
import { KeyAddressEntity } from './key-address.entity.js';
import { KeyUsageController } from './key-usage.controller.js';
import { KeyUsageEntity } from './key-usage.entity.js';
import { KeyUsageCounter } from './key-usage-counter.js';
import { MeController } from './me.controller.js';
import { CreateUsersAndApiKeys1770000400000 } from './migrations/1770000400000-create-users-and-api-keys.js';
import { AddPlayers1795730300000 } from './migrations/1795730300000-add-players.js';
import { IndexPlayers1795730310000 } from './migrations/1795730310000-index-players.js';
import { AddTags1795773000000 } from './migrations/1795773000000-add-tags.js';
import { IndexTags1795773010000 } from './migrations/1795773010000-index-tags.js';
import { CreateErasedUsers1795777980000 } from './migrations/1795777980000-create-erased-users.js';
import { PlayerReader } from './players/player-reader.js';
import { FindPlayersHandler, GetExternalIdsHandler } from './players/players.handlers.js';
import { PlayersController } from './players/players.controller.js';
import { RegisterPlayersHandler } from './players/register-players.command.js';
import { SuspendPlayerHandler } from './players/suspend-player.command.js';
import { GetApiKeyHandler } from './queries/get-api-key.query.js';
import { FindUserHandler } from './queries/find-user.query.js';
import { GetUsageOverviewHandler } from './queries/get-usage-overview.query.js';
import { GetUserDetailsHandler } from './queries/get-user-details.handler.js';
import { GetProfilesHandler, GetProfilesRevisionHandler } from './queries/get-profiles.handler.js';
import { GetMeHandler } from './queries/get-me.query.js';
import { GetKeyUsageHandler } from './queries/get-key-usage.query.js';
import { GetUserHandler } from './queries/get-user.query.js';
import { HasAdministratorHandler } from './queries/has-administrator.query.js';
import { CountActiveUsersHandler, ListActiveUsersHandler } from './queries/list-active-users.handler.js';
import { ListApiKeysHandler } from './queries/list-api-keys.query.js';
import { ListUserTagsHandler } from './queries/list-user-tags.query.js';
import { ListUsersHandler } from './queries/list-users.query.js';
import { ReadUserFileHandler } from './queries/read-user-file.query.js';
import { RolesController } from './roles.controller.js';
import { UserEntity } from './user.entity.js';
import { UserChanges } from './user-changes.js';
import { UsersController } from './users.controller.js';

/** Users, their roles and API keys, and the guard that resolves them on each request. */
@AuditSubjects('key', 'user')
@Module({
  imports: [TypeOrmModule.forFeature([UserEntity, ErasedUserEntity, ApiKeyEntity, KeyAddressEntity, KeyUsageEntity])],
  controllers: [
    UsersController,
    ErasureController,
    RolesController,
    ApiKeysController,
    KeyUsageController,
    MeController,
    PlayersController,
  ],
  providers: [
    ApiKeyGuard,
    ApiKeyCreator,
    ApiKeyReader,
    ApiKeyResolver,
    KeyUsageCounter,
    CreateUserHandler,
    UpdateUserHandler,
    UpdateUsersHandler,
    ChangeEmailHandler,
    UserChanges,
    EraseUserHandler,
    GetErasureHandler,
    ExportUserDataHandler,
    KeyAddressesExport,
    LateErasure,
    ErasedUsersCheck,
    PlayerReader,
    RegisterPlayersHandler,
    SuspendPlayerHandler,
    CreateApiKeyHandler,
    CreateKeysOfUsersHandler,
    RotateApiKeyHandler,
    UpdateApiKeyHandler,
    DeleteApiKeyHandler,
    ListUsersHandler,
    ListUserTagsHandler,
    ListActiveUsersHandler,
    CountActiveUsersHandler,
    ListApiKeysHandler,
    GetApiKeyHandler,
    FindUserHandler,
    GetUserHandler,
    GetMeHandler,
    ReadUserFileHandler,
    GetUsageOverviewHandler,
    GetKeyUsageHandler,
    HasAdministratorHandler,
    GetUserDetailsHandler,
    FindPlayersHandler,
    GetExternalIdsHandler,
    GetProfilesHandler,
    GetProfilesRevisionHandler,
    CreateUsersAndApiKeys1770000400000,
    AddPlayers1795730300000,
    IndexPlayers1795730310000,
    AddTags1795773000000,
    IndexTags1795773010000,
    CreateErasedUsers1795777980000,
  ],
  exports: [ApiKeyGuard],
})
export class AuthModule {}
