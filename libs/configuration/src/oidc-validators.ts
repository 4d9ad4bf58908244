// Rules of the variables for OpenID Connect.
import { EnvError, makeExactValidator } from 'envalid';
import { split } from './split.js';

/** An OpenID Connect issuer. Codes and tokens are exchanged with it, so only one on this machine may lack TLS. */
export const issuer = makeExactValidator<string>((input) => {
  const { protocol, hostname, search, hash, username, password } = URL.canParse(input)
    ? new URL(input)
    : new URL('none:');
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocal);
  if (!isSafe || `${search}${hash}${username}${password}` !== '' || input.includes('/.well-known/')) {
    throw new EnvError('must be an issuer such as https://login.example.com, with http only on localhost');
  }
  return input;
});

export const scopes = makeExactValidator<string>((input) => {
  const names = input.split(/\s+/).filter((name) => name !== '');
  if (!names.includes('openid')) throw new EnvError('must be scopes separated by spaces, openid among them');
  return names.join(' ');
});

const ROLES = ['admin', 'editor', 'player', 'viewer'] as const;

/** Groups and the role that each grants. */
export type GroupRoles = ReadonlyMap<string, (typeof ROLES)[number]>;

export const groupRoles = makeExactValidator<GroupRoles>((input) => {
  const pairs = split(input).map((pair) => {
    const [, group = '', name = ''] = /^(.*\S)\s*=\s*(\S*)$/.exec(pair) ?? [];
    const role = ROLES.find((candidate) => candidate === name);
    if (role === undefined) {
      throw new EnvError(
        `must be groups with a role (${ROLES.join(', ')}) each, such as quiz-admins=admin,teachers=viewer (not "${pair}")`,
      );
    }
    return [group, role] as const;
  });
  const roles = new Map(pairs);
  if (pairs.length === 0 || roles.size < pairs.length) throw new EnvError('must name each group once');
  return roles;
});
