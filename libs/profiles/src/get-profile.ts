import type { QueryBus } from '@nestjs/cqrs';
import type { Reader } from '#libs/database';
import { isId, serviceError } from '#libs/http';
import { GetProfiles, type Profile } from './get-profiles.query.js';

export class UserNotFound extends serviceError(404, 'User not found') {}

/**
 * @param userId as the client sent it
 * @throws UserNotFound
 */
export async function getProfile(queries: QueryBus, userId: string): Promise<Profile> {
  const profile = isId(userId) ? (await queries.execute(new GetProfiles([userId]))).get(userId) : undefined;
  if (profile === undefined) throw new UserNotFound();
  return profile;
}

/** The display name of a user; empty for an unknown one. @param transaction the caller's transaction: the query runs in it */
export async function getDisplayName(queries: QueryBus, userId: string, transaction: Reader): Promise<string> {
  return (await queries.execute(new GetProfiles([userId], transaction))).get(userId)?.displayName ?? '';
}
