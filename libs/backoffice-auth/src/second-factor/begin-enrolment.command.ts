import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { OwnCredentials } from '../own-credentials.js';
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
    private readonly unitOfWork: UnitOfWork,
    private readonly credentials: OwnCredentials,
    private readonly secondFactors: SecondFactors,
  ) {}

  async execute({ password, actor }: BeginEnrolment): Promise<Enrolment> {
    const { user } = await this.credentials.verifyPassword(actor, password);
    const secret = generateSecret();
    await this.unitOfWork.run(async (transaction) => {
      if (!(await this.secondFactors.begin(user.id, secret, transaction))) throw new SecondFactorIsOn();
    });
    return { secret, uri: enrolmentUri(secret, user.email ?? user.displayName) };
  }
}
