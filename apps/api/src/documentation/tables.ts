// The parts of the guides that come from the code.
import type { OpenAPIObject } from '@nestjs/swagger';
import { ROLES } from '#libs/access';
import { BASE_PATH, EndpointRegistry, errorCodesOf } from '#libs/http';

/** The scopes of each role, in Markdown. */
export const rolesTable = (registry: EndpointRegistry): string =>
  table(
    ['role', 'scopes'],
    ROLES.map((role) => [role, registry.scopesOf(role).join(', ')]),
  );

/** What each operation needs, in Markdown. */
export function scopesTable(registry: EndpointRegistry): string {
  const rows = registry.endpoints.flatMap(({ method, path, access }) => {
    if (access.kind !== 'scope' && access.kind !== 'key') return [];
    const operation = `\`${method} ${path.slice(BASE_PATH.length).replaceAll(/:(\w+)/g, '{$1}')}\``;
    if (access.kind === 'key') return [[operation, 'none', 'all']];
    const roles = ROLES.filter((role) => access.scope.isGivenBy(role) && (!access.admin || role === 'admin'));
    return [[operation, `\`${access.scope.name}\``, roles.join(', ')]];
  });
  return table(['Operation', 'Scope', 'Roles'], rows);
}

/** The codes of these statuses, such as `409 412`, in Markdown. */
export function errorsTable(document: OpenAPIObject, statuses: string): string {
  const wanted = statuses.split(' ').map(Number);
  const codes = errorCodesOf(document).filter(({ status }) => wanted.includes(status));
  return table(
    ['Status', '`X-Error-Code`', '`error`'],
    codes.map(({ status, code, text }) => [String(status), `\`${code}\``, text]),
  );
}

const row = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const table = (head: string[], rows: string[][]): string =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');
