import { Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLE_LABELS, type User, userOptions, usersOptions } from './users-data';

interface Props extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  /** The id of the chosen user. */
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Chooses one of many users: the service is asked for those that fit what is typed. */
export function UserSelect({ value, onChange, ...input }: Props) {
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), 200);
  const chosen = useQuery({ ...userOptions(value ?? ''), enabled: value !== null }).data;
  // What stands in the field of a chosen user is their label, and no search.
  const search = chosen !== undefined && words === labelOf(chosen) ? '' : words;
  const found = useQuery({
    ...usersOptions({ limit: 20, ...(search && { search }) }),
    placeholderData: keepPreviousData,
  });
  const fitting = found.data?.users ?? [];
  const users = search === '' ? withUser(fitting, chosen) : fitting;
  const isSearching = found.isFetching || typed.trim() !== words;
  return (
    <Select
      searchable
      openOnFocus={false}
      allowDeselect={false}
      nothingFoundMessage={isSearching ? 'Searching …' : (found.error?.message ?? 'No such user')}
      clearButtonProps={{ 'aria-label': 'All users' }}
      // The list itself scrolls, and stands where the field does: in the dialog or in the page's content.
      withScrollArea={false}
      styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
      comboboxProps={{ withinPortal: false }}
      {...input}
      data={users.map((user) => ({ value: user.id, label: labelOf(user) }))}
      filter={({ options }) => options}
      renderOption={({ option }) => <Choice user={users.find(({ id }) => id === option.value)} />}
      value={value}
      onChange={(id) => onChange(id)}
      searchValue={typed}
      onSearchChange={setTyped}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  );
}

/** Names may be the same; emails are not. */
const labelOf = ({ displayName, email }: User) => `${displayName} (${email})`;

const withUser = (users: User[], user: User | undefined) =>
  user === undefined || users.some(({ id }) => id === user.id) ? users : [user, ...users];

function Choice({ user }: { user: User | undefined }) {
  return (
    user && (
      <div>
        <Text size="sm">{user.displayName}</Text>
        <Text size="xs" c="dimmed">
          {user.email} · {ROLE_LABELS[user.role]}
          {user.suspended && ' · Suspended'}
        </Text>
      </div>
    )
  );
}
