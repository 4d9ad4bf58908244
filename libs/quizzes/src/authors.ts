import type { QueryBus } from '@nestjs/cqrs';
import { GetProfiles, type Profile } from '#libs/profiles';

/** The profile of a quiz's author as it is now. Users are never deleted, so that there is always one. */
export async function authorOf(queries: QueryBus, authorId: string): Promise<Profile> {
  const author = (await queries.execute(new GetProfiles([authorId]))).get(authorId);
  if (author === undefined) throw new Error(`There is no user ${authorId}`);
  return author;
}
