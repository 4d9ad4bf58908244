import { ApiProperty } from '@nestjs/swagger';
import { type Role, ROLES } from '#libs/access';

/** Of a player. */
export const EXAMPLE_SCOPES = ['quizzes:read', 'attempts:read', 'attempts:write'];

/** A role, and the scopes that it gives to the keys of its users. */
export class RoleScopes {
  @ApiProperty({ type: String, enum: ROLES, example: 'player' })
  name!: Role;

  @ApiProperty({ type: [String], example: EXAMPLE_SCOPES })
  scopes!: string[];
}

export class RoleList {
  @ApiProperty({ type: [RoleScopes] })
  roles!: RoleScopes[];
}
