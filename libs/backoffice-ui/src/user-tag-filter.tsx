import type { SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TagFilter } from './tag-filter';
import { userTagsQuery } from './users-data';

interface Props extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  value: string | undefined;
  onChange: (tag: string | undefined) => void;
}

/** Filters by a tag of users, such as a class. */
export const UserTagFilter = (props: Props) => (
  <TagFilter label="Class or tag" placeholder="Everybody" tags={useQuery(userTagsQuery)} {...props} />
);
