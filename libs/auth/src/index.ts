// Users, roles and API keys: what other modules may use.
export { generateApiKey } from './api-key.js';
export { ApiKeyGuard } from './api-key.guard.js';
export { CreateUserBody, User } from './user.dto.js';
export { EmailTaken, LastAdministrator } from './auth.errors.js';
export { normalEmail } from './email.js';
export { AuthModule } from './auth.module.js';
export { CreateUser } from './commands/create-user.command.js';
export { HashPassword } from './commands/hash-password.command.js';
export { UpdateUser } from './commands/update-user.command.js';
export { UserChanged } from './events/user-changed.event.js';
export { UserCreated } from './events/user-created.event.js';
export { KeyUsageCounter } from './key-usage-counter.js';
export { FindUser } from './queries/find-user.query.js';
export { GetUser } from './queries/get-user.query.js';
export { HasAdministrator } from './queries/has-administrator.query.js';
export { IsInitialPassword } from './queries/is-initial-password.query.js';
export { userSubject } from './user-subject.js';
export { WhoCanSignIn } from './queries/who-can-sign-in.query.js';
