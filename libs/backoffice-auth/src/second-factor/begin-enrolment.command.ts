import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindUser, UserNotFound } from '#libs/auth';
import { UnitOfWork } from '#libs/database';
import type { UserActor } from '#libs/audit';
import { CurrentPassword } from '../current-password.js';
import type { Enrolment } from './second-factor.dto.js';
import { SecondFactorIsOn } from './second-factor.errors.js';
import { SecondFactors } from './second-factors.js';
import { enrolmentUri, generateSecret } from './totp.js';

/** Gives the actor a secret for an authenticator app. @throws WrongCurrentPassword, TooManySignIns, SecondFactorIsOn */
export class BeginEnrolment extends Command<Enrolment> {
  constructor(
    readonly password: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(BeginEnrolment)
export class BeginEnrolmentHandler implements ICommandHandler<BeginEnrolment> {
  constructor(
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly currentPassword: CurrentPassword,
    private readonly secondFactors: SecondFactors,
  ) {}

  async execute({ password, actor }: BeginEnrolment): Promise<Enrolment> {
    const user = await this.queries.execute(new FindUser({ id: actor.userId }));
    if (user === undefined) throw new UserNotFound();
    await this.currentPassword.verify(user, password, actor);
    const secret = generateSecret();
    const hasBegun = await this.unitOfWork.run((transaction) => this.secondFactors.begin(user.id, secret, transaction));
    if (!hasBegun) throw new SecondFactorIsOn();
    return { secret, uri: enrolmentUri(secret, user.email) };
  }
}
