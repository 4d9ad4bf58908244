import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { CountedTag } from './tag-filter';
import { userTagsQuery } from './users-data';

/** The longest tag. */
const MAX_LENGTH = 50;

/** The most used tags of users. If there are more than the service lists, also those that begin with what is typed. */
export function useUserTags(typed: string) {
  const [search] = useDebouncedValue(typed.trim().slice(0, MAX_LENGTH), 200);
  const most = useQuery(userTagsQuery());
  const areMore = most.data !== undefined && most.data.total > most.data.tags.length;
  const found = useQuery({ ...userTagsQuery(search), enabled: areMore && search !== '' });
  const tags = new Map([...(most.data?.tags ?? []), ...(found.data?.tags ?? [])].map(({ tag, users }) => [tag, users]));
  const data: CountedTag[] | undefined = most.data && [...tags].map(([tag, count]) => ({ tag, count }));
  return { data, error: most.error ?? found.error, isPending: most.isPending || found.isLoading };
}
