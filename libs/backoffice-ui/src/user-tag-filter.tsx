import type { SelectProps } from '@mantine/core';
import { useState } from 'react';
import { TagFilter } from './tag-filter';
import { useUserTags } from './use-user-tags';

interface Props extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  value: string | undefined;
  onChange: (tag: string | undefined) => void;
}

/** Filters by a tag of users, such as a class. */
export function UserTagFilter(props: Props) {
  const [typed, setTyped] = useState('');
  return (
    <TagFilter
      label="Class or tag"
      placeholder="Everybody"
      tags={useUserTags(typed)}
      onSearchChange={setTyped}
      {...props}
    />
  );
}
