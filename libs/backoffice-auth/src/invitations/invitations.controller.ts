import { Body, Controller, Ip, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, type UserActor } from '#libs/audit';
import { BackofficeEndpoint } from '#libs/http';
import { UserNotFound } from '#libs/profiles';
import { OwnPassword, TooManySignIns } from '../backoffice-auth.errors.js';
import { AcceptInvitation } from './accept-invitation.command.js';
import {
  AcceptInvitationBody,
  CreatedInvitation,
  Invitation,
  InvitationBody,
  InvitationsQuery,
  OpenInvitations,
} from './invitation.dto.js';
import { InvitationExpired, InvitationNotFound, InvitationUsed, NotForBackoffice } from './invitation.errors.js';
import { Invitations } from './invitations.js';
import { InviteUser } from './invite-user.command.js';
import { RevokeInvitation } from './revoke-invitation.command.js';

const USER = { id: 'Id of the user' };
const INVALID = [InvitationNotFound, InvitationUsed, InvitationExpired, TooManySignIns];

@Controller()
export class InvitationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly invitations: Invitations,
  ) {}

  @ApiTags('Users')
  @BackofficeEndpoint('PUT /users/:id/invitation', {
    summary: 'Invite an administrator or an editor to set a password',
    description: 'For three days, and once. A former invitation of the user is void.',
    confirmed: true,
    params: USER,
    returns: CreatedInvitation,
    errors: [UserNotFound, NotForBackoffice, OwnPassword],
  })
  invite(@Param('id') id: string, @CurrentActor() actor: UserActor): Promise<CreatedInvitation> {
    return this.commands.execute(new InviteUser(id, actor));
  }

  @ApiTags('Users')
  @BackofficeEndpoint('DELETE /users/:id/invitation', {
    summary: 'Revoke the open invitation of a user',
    description: 'The user keeps their role.',
    params: USER,
    status: 204,
    errors: [UserNotFound, InvitationNotFound],
  })
  revoke(@Param('id') id: string, @CurrentActor() actor: UserActor): Promise<void> {
    return this.commands.execute(new RevokeInvitation(id, actor));
  }

  @ApiTags('Users')
  @BackofficeEndpoint('GET /invitations', {
    summary: 'List the open invitations of all users, or of one',
    returns: OpenInvitations,
  })
  async listOpen(@Query() { userId }: InvitationsQuery): Promise<OpenInvitations> {
    return { invitations: await this.invitations.listOpen(userId) };
  }

  @ApiTags('Session')
  @BackofficeEndpoint('POST /invitations/reading', {
    summary: 'Read an invitation',
    description: 'For the person who has its link.',
    public: true,
    invalid: 'token: must be a string',
    returns: Invitation,
    errors: INVALID,
  })
  async read(@Body() { token }: InvitationBody, @Ip() address: string): Promise<Invitation> {
    return (await this.invitations.find(token, address)).invitation;
  }

  @ApiTags('Session')
  @BackofficeEndpoint('POST /invitations/acceptance', {
    summary: 'Accept an invitation',
    description: "Sets the user's password and ends their sessions. Their second factor stays. It begins no session.",
    public: true,
    invalid: 'password: must be harder to guess. Add more words that are less common.',
    status: 204,
    errors: INVALID,
  })
  accept(@Body() { token, password }: AcceptInvitationBody, @Ip() address: string): Promise<void> {
    return this.commands.execute(new AcceptInvitation(token, password, address));
  }
}
