import type { QueryBus } from '@nestjs/cqrs';
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
