import { Loader, Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { type Role, ROLE_LABELS, type User, userOptions, usersOptions } from './users-data';

interface Props extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  /** The id of the chosen user. */
  value: string | null;
  onChange: (id: string | null) => void;
  /** Only users of this role; by default of all. */
  ofRole?: Role;
}

/** Selects one of many users: searches while the user types. During a search no option can be chosen. */
export function UserSelect({ value, onChange, ofRole, ...input }: Props) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const chosen = useQuery({ ...userOptions(value ?? ''), enabled: value !== null }).data;
  // The label of the chosen user is no search.
  const wanted = chosen !== undefined && typed === labelOf(chosen) ? '' : typed.trim();
  const [search] = useDebouncedValue(wanted, 200);
  const found = useQuery({
    ...usersOptions({ limit: 20, ...(search && { search }), ...(ofRole && { role: ofRole }) }),
    // If the list changed under the highlighted option, Enter would choose its neighbour.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const isSearching = search !== wanted || found.isFetching;
  const fitting = isSearching ? [] : (found.data?.users ?? []);
  const users = wanted === '' && search === '' ? withUser(fitting, chosen) : fitting;
  return (
    <Select
      searchable
      openOnFocus={false}
      allowDeselect={false}
      nothingFoundMessage={isSearching ? 'Searching …' : (found.error?.message ?? 'No such user')}
      clearButtonProps={{ 'aria-label': 'All users' }}
      {...input}
      aria-busy={isSearching}
      {...(isSearching && { rightSection: <Loader size="xs" aria-hidden /> })}
      data={users.map((user) => ({ value: user.id, label: labelOf(user) }))}
      filter={({ options }) => options}
      renderOption={({ option }) => <Choice user={users.find(({ id }) => id === option.value)} />}
      value={value}
      onChange={(id) => {
        const user = users.find((one) => one.id === id);
        if (user !== undefined) queryClient.setQueryData(userOptions(user.id).queryKey, user);
        onChange(id);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onKeyDownCapture={(event) => isSearching && ignoreChoice(event)}
    />
  );
}

/** Otherwise the list would count the arrow keys and apply them when it has options again. */
function ignoreChoice(event: KeyboardEvent): void {
  if (!/^(Arrow(Up|Down)|Enter)$/.test(event.key) || event.currentTarget.ariaExpanded !== 'true') return;
  event.preventDefault();
  event.stopPropagation();
}

/** Names are not unique; emails are, and external ids are to their application. */
const idOf = ({ email, externalId }: User) => email ?? externalId ?? '';
const labelOf = (user: User) => `${user.displayName} (${idOf(user)})`;

const withUser = (users: User[], user: User | undefined) =>
  user === undefined || users.some(({ id }) => id === user.id) ? users : [user, ...users];

function Choice({ user }: { user: User | undefined }) {
  return (
    user && (
      <div>
        <Text size="sm">
          <bdi>{user.displayName}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {idOf(user)} · {ROLE_LABELS[user.role]}
          {user.suspended && ' · Suspended'}
        </Text>
      </div>
    )
  );
}
