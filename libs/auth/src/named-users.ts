import { ValidationFailed } from '#libs/http';
import type { NamedUserBody } from './user.dto.js';

/** @throws ValidationFailed for ids of no user, with their places in the request */
export function expectUsers(named: readonly NamedUserBody[], known: { has(id: string): boolean }): void {
  const problems = named.flatMap(({ id }, index) => (known.has(id) ? [] : `users[${index}].id: no such user: ${id}`));
  if (problems.length > 0) throw new ValidationFailed(problems);
}
