import { Module } from '@nestjs/common';
import { DatabaseModule } from '#libs/platform';
import { CreateFirstAdministratorHandler } from './commands/create-first-administrator.command.js';
import { SignInHandler } from './commands/sign-in.command.js';
import { SignOutHandler } from './commands/sign-out.command.js';
import { CredentialEntity } from './credential.entity.js';
import { EndSessionsWhenUserChanged } from './listeners/end-sessions-when-user-changed.listener.js';
import { StorePasswordWhenUserCreated } from './listeners/store-password-when-user-created.listener.js';
import { CreateCredentialsAndSessions1760000200000 } from './migrations/1760000200000-create-credentials-and-sessions.js';
import { Passwords } from './passwords.js';
import { FindSessionHandler } from './queries/find-session.query.js';
import { SessionController } from './session.controller.js';
import { SessionEntity } from './session.entity.js';
import { SessionGuard } from './session.guard.js';
import { Sessions } from './sessions.js';
import { SignInLimiter } from './sign-in-limiter.js';

/** The sign-in of administrators, and the guard that resolves their sessions on each request of the backoffice. */
@Module({
  imports: [
    DatabaseModule.forFeature({
      entities: [CredentialEntity, SessionEntity],
      migrations: [CreateCredentialsAndSessions1760000200000],
    }),
  ],
  controllers: [SessionController],
  providers: [
    SessionGuard,
    Passwords,
    Sessions,
    SignInLimiter,
    SignInHandler,
    SignOutHandler,
    CreateFirstAdministratorHandler,
    FindSessionHandler,
    EndSessionsWhenUserChanged,
    StorePasswordWhenUserCreated,
  ],
  exports: [SessionGuard],
})
export class BackofficeAuthModule {}
