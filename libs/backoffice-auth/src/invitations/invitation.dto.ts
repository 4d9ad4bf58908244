import { ApiProperty } from '@nestjs/swagger';
import { IdField, TextField } from '#libs/http';
import { UserErasedField } from '#libs/profiles';

const TOKEN = '3q2-7wEjRWeJq83vASNFZ4mrze8BI0VniavN7wEjRWc';
const ID = '019b76da-a800-7000-8000-000000000001';
const TIME = '2026-01-01T00:00:00.000Z';

export class InvitationBody {
  @TextField({ min: 1, max: 100, example: TOKEN })
  token!: string;
}

export class AcceptInvitationBody extends InvitationBody {
  @TextField({ min: 12, max: 200, example: 'correct horse battery' })
  password!: string;
}

/** What the invited person sees. */
export class Invitation {
  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty({ description: 'With which they sign in', example: 'ada@example.com' })
  email!: string;

  @ApiProperty({ type: String, enum: ['admin', 'editor'], example: 'editor' })
  role!: 'admin' | 'editor';

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  expiresAt!: Date;
}

export class CreatedInvitation {
  @ApiProperty({ description: 'Shown only once. The link is `/admin/invitation#` and the token', example: TOKEN })
  token!: string;

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  expiresAt!: Date;
}

export class InvitationsQuery {
  @IdField({ optional: true, description: 'The invitation of this user only' })
  userId?: string;
}

export class OpenInvitation {
  @ApiProperty({ format: 'uuid', example: ID })
  userId!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty({ description: 'Id of who invited them', format: 'uuid', example: ID })
  createdBy!: string;

  @ApiProperty({ example: 'Grace Hopper' })
  createdByName!: string;

  /** Of who invited them: without the invited user there is no invitation. */
  @UserErasedField()
  userErased?: boolean;

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  createdAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  expiresAt!: Date;
}

export class OpenInvitations {
  @ApiProperty({ type: [OpenInvitation], description: 'Those that expire first; at most 100' })
  invitations!: OpenInvitation[];
}
