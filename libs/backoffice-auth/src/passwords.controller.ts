import { Body, Controller, Inject, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { UserNotFound } from '#libs/profiles';
import { BackofficeEndpoint, CurrentReply } from '#libs/http';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { CurrentActor, type UserActor } from '#libs/audit';
import { ChangePasswordBody, SetPasswordBody } from './backoffice-auth.dto.js';
import { OwnPassword, PlayerWithPassword, TooManySignIns, WrongCurrentPassword } from './backoffice-auth.errors.js';
import { ChangePassword } from './commands/change-password.command.js';
import { SetPassword } from './commands/set-password.command.js';
import { browserCookie, CurrentSessionToken } from './session-cookie.js';

@Controller()
export class PasswordsController {
  constructor(
    private readonly commands: CommandBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  @ApiTags('Session')
  @BackofficeEndpoint('PUT /session/password', {
    summary: 'Change your password',
    editor: true,
    description: 'Ends your other sessions.',
    invalid: 'newPassword: must be harder to guess. Add more words that are less common.',
    status: 204,
    errors: [WrongCurrentPassword, TooManySignIns],
  })
  async changePassword(
    @Body() passwords: ChangePasswordBody,
    @CurrentSessionToken() token: string,
    @CurrentActor() actor: UserActor,
    @CurrentReply() reply: FastifyReply,
  ): Promise<void> {
    const browserToken = await this.commands.execute(new ChangePassword(passwords, token, actor));
    browserCookie(this.configuration).set(reply, browserToken);
  }

  @ApiTags('Users')
  @BackofficeEndpoint('PUT /users/:id/password', {
    summary: 'Give a user a password',
    description: "Ends the user's sessions.",
    confirmed: true,
    params: { id: 'Id of the user' },
    invalid: 'password: must be harder to guess. Add more words that are less common.',
    status: 204,
    errors: [UserNotFound, OwnPassword, PlayerWithPassword],
  })
  setPassword(
    @Param('id') id: string,
    @Body() { password }: SetPasswordBody,
    @CurrentActor() actor: UserActor,
  ): Promise<void> {
    return this.commands.execute(new SetPassword(id, password, actor));
  }
}
