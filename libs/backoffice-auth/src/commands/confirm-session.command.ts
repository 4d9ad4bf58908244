import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { ValidationFailed } from '#libs/http';
import type { ConfirmationBody } from '../backoffice-auth.dto.js';
import { OwnCredentials } from '../own-credentials.js';
import { hashSessionToken } from '../session-token.js';
import { Sessions } from '../sessions.js';

/** Confirms, by the password or a code, that the session is used by its user. @throws WrongCurrentPassword, WrongCode, TooManySignIns */
export class ConfirmSession extends Command<void> {
  constructor(
    readonly proof: ConfirmationBody,
    readonly token: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(ConfirmSession)
export class ConfirmSessionHandler implements ICommandHandler<ConfirmSession> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly credentials: OwnCredentials,
    private readonly sessions: Sessions,
  ) {}

  async execute({ proof: { password, code }, token, actor }: ConfirmSession): Promise<void> {
    if (password !== undefined && code === undefined) await this.credentials.verifyPassword(actor, password);
    else if (code !== undefined && password === undefined) await this.credentials.verifyCode(actor, code);
    else throw new ValidationFailed(['password: must be given, or a code instead']);
    await this.unitOfWork.run((transaction) =>
      this.sessions.confirm(hashSessionToken(token), actor.userId, undefined, transaction),
    );
  }
}
