import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { GetUser, userSubject } from '#libs/auth';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { Sessions } from '../sessions.js';
import type { RecoveryCodes } from './second-factor.dto.js';
import { WrongCode } from './second-factor.errors.js';
import { SecondFactors } from './second-factors.js';

/** Turns the actor's second factor on, and ends their other sessions. @throws NoEnrolment, WrongCode */
export class ConfirmEnrolment extends Command<RecoveryCodes> {
  constructor(
    readonly code: string,
    /** Of the session that continues. */
    readonly token: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(ConfirmEnrolment)
export class ConfirmEnrolmentHandler implements ICommandHandler<ConfirmEnrolment> {
  constructor(
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly secondFactors: SecondFactors,
    private readonly sessions: Sessions,
  ) {}

  async execute({ code, token, actor }: ConfirmEnrolment): Promise<RecoveryCodes> {
    const user = await this.queries.execute(new GetUser(actor.userId));
    const confirmation = await this.secondFactors.checkEnrolment(user.id, code);
    if (confirmation === undefined) throw new WrongCode();
    return this.unitOfWork.run(async (transaction) => {
      await this.sessions.endAllOf(user.id, transaction, token);
      await this.secondFactors.confirm(user.id, confirmation, transaction);
      await this.sessions.raise(token, transaction);
      const recoveryCodes = await this.secondFactors.renewRecoveryCodes(user.id, transaction);
      await transaction.publish(new Audited(actor, 'second-factor.enabled', userSubject(user)));
      return { recoveryCodes };
    });
  }
}
