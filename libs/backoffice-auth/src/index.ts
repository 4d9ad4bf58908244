// The sign-in of administrators: what other modules may use.
export { BackofficeAuthModule } from './backoffice-auth.module.js';
export { CreateAdministrator } from './commands/create-administrator.command.js';
export { CreateFirstAdministrator } from './commands/create-first-administrator.command.js';
export { ResetSecondFactor } from './second-factor/reset-second-factor.command.js';
export { sessionCookie } from './session-cookie.js';
export { SessionGuard } from './session.guard.js';
