import { parseBody, ValidationFailed } from '#libs/http';
import { CreateUserBody } from '../user.dto.js';
import type { ReadUser } from './user-file.dto.js';
import type { ParsedUser } from './user-parser.js';

/** The user that the row creates, or the rule of creations that it breaks. */
export function checkUser(row: ParsedUser): ReadUser {
  const { line, cells } = row;
  if ('problem' in row) return { line, cells, user: null, problem: row.problem };
  try {
    const { email, displayName, image, role, tags } = parseBody(CreateUserBody, row.fields) as CreateUserBody;
    return { line, cells, user: { email, displayName, image, role, ...(tags.length > 0 && { tags }) }, problem: null };
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return { line, cells, user: null, problem: error.message };
  }
}
