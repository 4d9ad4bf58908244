import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { UserNotFound } from '#libs/profiles';
import { BackofficeEndpoint } from '#libs/http';
import { CurrentActor, type UserActor } from '#libs/audit';
import { TooManySignIns, WrongCurrentPassword } from '../backoffice-auth.errors.js';
import { CurrentSessionToken } from '../session-cookie.js';
import { BeginEnrolment } from './begin-enrolment.command.js';
import { ConfirmEnrolment } from './confirm-enrolment.command.js';
import { GetSecondFactor } from './get-second-factor.query.js';
import { RemoveSecondFactor } from './remove-second-factor.command.js';
import { RenewRecoveryCodes } from './renew-recovery-codes.command.js';
import { ResetSecondFactor } from './reset-second-factor.command.js';
import { CodeBody, CurrentPasswordBody, Enrolment, RecoveryCodes, SecondFactor } from './second-factor.dto.js';
import { NoEnrolment, NoSecondFactor, OwnSecondFactor, SecondFactorIsOn, WrongCode } from './second-factor.errors.js';

@Controller()
export class SecondFactorController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @ApiTags('Session')
  @BackofficeEndpoint('GET /session/second-factor', {
    summary: 'Get your second factor',
    enrolling: true,
    returns: SecondFactor,
  })
  getSecondFactor(@CurrentActor() { userId }: UserActor): Promise<SecondFactor> {
    return this.queries.execute(new GetSecondFactor(userId));
  }

  @ApiTags('Session')
  @BackofficeEndpoint('POST /session/second-factor', {
    summary: 'Begin to set up a second factor',
    description:
      'Gives a secret for an authenticator app. It counts once a code of the app has confirmed it, within 15 minutes.',
    enrolling: true,
    invalid: 'password: must be a string',
    status: 201,
    returns: Enrolment,
    errors: [WrongCurrentPassword, SecondFactorIsOn, TooManySignIns],
  })
  beginEnrolment(@Body() { password }: CurrentPasswordBody, @CurrentActor() actor: UserActor): Promise<Enrolment> {
    return this.commands.execute(new BeginEnrolment(password, actor));
  }

  @ApiTags('Session')
  @BackofficeEndpoint('POST /session/second-factor/confirmation', {
    summary: 'Turn the second factor on',
    description:
      'Ends your other sessions. After 10 wrong codes, or 15 minutes, the second factor has to be set up from the beginning (409).',
    enrolling: true,
    invalid: 'code: must be a string',
    returns: RecoveryCodes,
    errors: [WrongCode, NoEnrolment],
  })
  confirmEnrolment(
    @Body() { code }: CodeBody,
    @CurrentSessionToken() token: string,
    @CurrentActor() actor: UserActor,
  ): Promise<RecoveryCodes> {
    return this.commands.execute(new ConfirmEnrolment(code, token, actor));
  }

  @ApiTags('Session')
  @BackofficeEndpoint('POST /session/second-factor/recovery-codes', {
    summary: 'Make new recovery codes',
    editor: true,
    description: 'Those before are void.',
    invalid: 'password: must be a string',
    returns: RecoveryCodes,
    errors: [WrongCurrentPassword, NoSecondFactor, TooManySignIns],
  })
  renewRecoveryCodes(
    @Body() { password }: CurrentPasswordBody,
    @CurrentActor() actor: UserActor,
  ): Promise<RecoveryCodes> {
    return this.commands.execute(new RenewRecoveryCodes(password, actor));
  }

  @ApiTags('Session')
  @BackofficeEndpoint('POST /session/second-factor/removal', {
    summary: 'Turn your second factor off',
    editor: true,
    invalid: 'password: must be a string',
    status: 204,
    errors: [WrongCurrentPassword, TooManySignIns],
  })
  removeSecondFactor(@Body() { password }: CurrentPasswordBody, @CurrentActor() actor: UserActor): Promise<void> {
    return this.commands.execute(new RemoveSecondFactor(password, actor));
  }

  @ApiTags('Users')
  @BackofficeEndpoint('GET /users/:id/second-factor', {
    summary: 'Get whether a user has a second factor',
    params: { id: 'Id of the user' },
    returns: SecondFactor,
    errors: [UserNotFound],
  })
  getSecondFactorOf(@Param('id') id: string): Promise<SecondFactor> {
    return this.queries.execute(new GetSecondFactor(id));
  }

  @ApiTags('Users')
  @BackofficeEndpoint('DELETE /users/:id/second-factor', {
    summary: "Reset a user's second factor",
    description: "For a user who has lost it. Ends the user's sessions.",
    confirmed: true,
    params: { id: 'Id of the user' },
    status: 204,
    errors: [UserNotFound, OwnSecondFactor],
  })
  async resetSecondFactor(@Param('id') id: string, @CurrentActor() actor: UserActor): Promise<void> {
    await this.commands.execute(new ResetSecondFactor(id, actor));
  }
}
