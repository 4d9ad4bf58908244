import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ROLES } from '#libs/access';
import { BackofficeEndpoint, EndpointRegistry } from '#libs/http';
import { RoleList } from './role.dto.js';

@ApiTags('Users')
@Controller()
export class RolesController {
  constructor(private readonly endpoints: EndpointRegistry) {}

  @BackofficeEndpoint('GET /roles', { summary: 'List roles and their scopes', returns: RoleList })
  listRoles(): RoleList {
    return { roles: ROLES.map((name) => ({ name, scopes: this.endpoints.scopesOf(name) })) };
  }
}
