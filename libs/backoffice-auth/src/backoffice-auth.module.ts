import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '#libs/auth';
import { ChangePasswordHandler } from './commands/change-password.command.js';
import { ConfirmSessionHandler } from './commands/confirm-session.command.js';
import { CreateFirstAdministratorHandler } from './commands/create-first-administrator.command.js';
import { CreateAdministratorHandler } from './commands/create-administrator.command.js';
import { EndSessionHandler } from './commands/end-session.command.js';
import { EndSessionsOfUserHandler } from './commands/end-sessions-of-user.command.js';
import { EndSessionsHandler } from './commands/end-sessions.command.js';
import { HashPasswordHandler } from './commands/hash-password.handler.js';
import { SetPasswordHandler } from './commands/set-password.command.js';
import { SignInHandler } from './commands/sign-in.command.js';
import { SignOutHandler } from './commands/sign-out.command.js';
import { CredentialEntity } from './credential.entity.js';
import { FailedSignInEntity } from './failed-sign-in.entity.js';
import { FailedSignIns } from './failed-sign-ins.js';
import { AcceptInvitationHandler } from './invitations/accept-invitation.command.js';
import { InvitationEntity } from './invitations/invitation.entity.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { Invitations } from './invitations/invitations.js';
import { InviteUserHandler } from './invitations/invite-user.command.js';
import { RevokeInvitationHandler } from './invitations/revoke-invitation.command.js';
import { EndSignInsWhenEmailChanged } from './listeners/end-sign-ins-when-email-changed.listener.js';
import { EndSessionsWhenUsersChanged } from './listeners/end-sessions-when-users-changed.listener.js';
import { StorePasswordWhenUserCreated } from './listeners/store-password-when-user-created.listener.js';
import { CreateInvitations1795774299000 } from './migrations/1795774299000-create-invitations.js';
import { CreateCredentialsAndSessions1770000500000 } from './migrations/1770000500000-create-credentials-and-sessions.js';
import { Admission } from './oidc/admission.js';
import { BeginOidcSignInHandler } from './oidc/begin-oidc-sign-in.command.js';
import { CompleteOidcSignInHandler } from './oidc/complete-oidc-sign-in.command.js';
import { Identities } from './oidc/identities.js';
import { IdentityEntity } from './oidc/identity.entity.js';
import { OidcProvider } from './oidc/oidc-provider.js';
import { OidcSignInEntity } from './oidc/oidc-sign-in.entity.js';
import { OidcSignIns } from './oidc/oidc-sign-ins.js';
import { OidcController } from './oidc/oidc.controller.js';
import { OwnCredentials } from './own-credentials.js';
import { PasswordsController } from './passwords.controller.js';
import { Passwords } from './passwords.js';
import { IsInitialPasswordHandler } from './queries/is-initial-password.handler.js';
import { WhoCanSignInHandler } from './queries/who-can-sign-in.handler.js';
import { BeginEnrolmentHandler } from './second-factor/begin-enrolment.command.js';
import { ConfirmEnrolmentHandler } from './second-factor/confirm-enrolment.command.js';
import { GetSecondFactorHandler } from './second-factor/get-second-factor.query.js';
import { RecoveryCodeEntity } from './second-factor/recovery-code.entity.js';
import { RemoveSecondFactorHandler } from './second-factor/remove-second-factor.command.js';
import { RenewRecoveryCodesHandler } from './second-factor/renew-recovery-codes.command.js';
import { ResetSecondFactorHandler } from './second-factor/reset-second-factor.command.js';
import { SecondFactorCodes } from './second-factor/second-factor-codes.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SecondFactorEntity } from './second-factor/second-factor.entity.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { SessionController } from './session.controller.js';
import { SessionEntity } from './session.entity.js';
import { SessionGuard } from './session.guard.js';
import { SessionResolver } from './session-resolver.js';
import { Sessions } from './sessions.js';
import { SignInCountEntity } from './sign-in-count.entity.js';
import { SignInCounts } from './sign-in-counts.js';
import { SignInLimiter } from './sign-in-limiter.js';
import { SignInMetrics } from './sign-in-metrics.js';
import { UserSessionsController } from './user-sessions.controller.js';

/** The sign-in of administrators, and the guard that resolves their sessions on each request of the backoffice. */
@Module({
  imports: [
    AuthModule,
    TypeOrmModule.forFeature([
      CredentialEntity,
      SessionEntity,
      IdentityEntity,
      OidcSignInEntity,
      SignInCountEntity,
      FailedSignInEntity,
      SecondFactorEntity,
      RecoveryCodeEntity,
      InvitationEntity,
    ]),
  ],
  controllers: [
    SessionController,
    UserSessionsController,
    PasswordsController,
    InvitationsController,
    SecondFactorController,
    OidcController,
  ],
  providers: [
    SessionGuard,
    Passwords,
    OwnCredentials,
    Invitations,
    InviteUserHandler,
    AcceptInvitationHandler,
    RevokeInvitationHandler,
    Sessions,
    SessionResolver,
    SignInCounts,
    SignInLimiter,
    SignInMetrics,
    FailedSignIns,
    OidcProvider,
    OidcSignIns,
    Identities,
    Admission,
    BeginOidcSignInHandler,
    CompleteOidcSignInHandler,
    SignInHandler,
    ConfirmSessionHandler,
    SignOutHandler,
    EndSessionHandler,
    EndSessionsHandler,
    EndSessionsOfUserHandler,
    ChangePasswordHandler,
    SetPasswordHandler,
    HashPasswordHandler,
    CreateAdministratorHandler,
    CreateFirstAdministratorHandler,
    SecondFactors,
    SecondFactorCodes,
    BeginEnrolmentHandler,
    ConfirmEnrolmentHandler,
    RenewRecoveryCodesHandler,
    RemoveSecondFactorHandler,
    ResetSecondFactorHandler,
    GetSecondFactorHandler,
    WhoCanSignInHandler,
    IsInitialPasswordHandler,
    EndSessionsWhenUsersChanged,
    EndSignInsWhenEmailChanged,
    StorePasswordWhenUserCreated,
    CreateCredentialsAndSessions1770000500000,
    CreateInvitations1795774299000,
  ],
  exports: [SessionGuard],
})
export class BackofficeAuthModule {}
