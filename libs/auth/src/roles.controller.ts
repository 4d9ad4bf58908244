import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminEndpoint } from '#libs/http';
import { RoleList } from './role.dto.js';
import { ROLE_NAMES, ROLES } from './roles.js';

@ApiTags('Users')
@Controller()
export class RolesController {
  @AdminEndpoint('GET /roles', { summary: 'List roles and their scopes', returns: RoleList })
  listRoles(): RoleList {
    return { roles: ROLE_NAMES.map((name) => ({ name, scopes: ROLES[name] })) };
  }
}
