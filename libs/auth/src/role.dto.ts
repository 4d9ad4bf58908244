import { ApiProperty } from '@nestjs/swagger';
import type { Scope } from '#libs/http';
import { type Role, ROLE_NAMES, ROLES } from './roles.js';

/** A role, and what it gives to the keys of its users. */
export class RoleScopes {
  @ApiProperty({ type: String, enum: ROLE_NAMES, example: 'player' })
  name!: Role;

  @ApiProperty({ type: [String], example: ROLES.player })
  scopes!: readonly Scope[];
}

export class RoleList {
  @ApiProperty({ type: [RoleScopes] })
  roles!: RoleScopes[];
}
