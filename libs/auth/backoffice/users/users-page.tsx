import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, Upload, UserPlus } from 'lucide-react';
import { ApplicationLink } from '#libs/backoffice-ui/application-link.tsx';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { Email } from '#libs/backoffice-ui/email.tsx';
import { LinkAnchor, LinkButton } from '#libs/backoffice-ui/links.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { Pager } from '#libs/backoffice-ui/pager.tsx';
import { RoleFilter } from '#libs/backoffice-ui/role-filter.tsx';
import { SearchField } from '#libs/backoffice-ui/search-field.tsx';
import { SelectedRows, selectionColumn, useSelection } from '#libs/backoffice-ui/selection.tsx';
import { TagList } from '#libs/backoffice-ui/tag-list.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { UserTagFilter } from '#libs/backoffice-ui/user-tag-filter.tsx';
import { MAX_OWNERS } from '../keys/keys-of-users';
import { OpenInvitations } from './open-invitations';
import { PlayerOf } from './player-of';
import { SelectedUsers } from './selected-users';
import { UserMarks } from './user-marks';
import { type User, usersOptions } from '#libs/backoffice-ui/users-data.ts';

const STATES = [
  { value: '', label: 'Active and suspended' },
  { value: 'false', label: 'Active' },
  { value: 'true', label: 'Suspended' },
];

const COLUMNS: Column<User, 'createdAt' | 'displayName' | 'email'>[] = [
  {
    head: 'Name',
    role: 'name',
    sort: 'displayName',
    cell: ({ id, displayName, tags = [] }) => (
      <>
        <LinkAnchor to="/users/$userId" params={{ userId: id }}>
          <bdi>{displayName}</bdi>
        </LinkAnchor>
        {tags.length > 0 && <TagList tags={tags} />}
      </>
    ),
  },
  {
    head: 'Email',
    sort: 'email',
    cell: (user) => (user.email === null ? <PlayerOf user={user} /> : <Email>{user.email}</Email>),
  },
  { head: 'Role', cell: (user) => <UserMarks {...user} /> },
  { head: 'Created', sort: 'createdAt', cell: ({ createdAt }) => <Time at={createdAt} dayOnly /> },
];

export function UsersPage() {
  const search = useSearch({ from: '/inside/users' });
  const navigate = useNavigate({ from: '/users' });
  const { sort = 'createdAt', order = 'desc' } = search;
  const users = useQuery({
    ...usersOptions(search),
    placeholderData: keepPreviousData,
  });
  /** A changed filter shows the first page. */
  const show = (changes: Partial<typeof search>, replace = false) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, ...changes }), replace });
  const isFiltered = [search.search, search.role, search.suspended, search.applicationId, search.tag].some(
    (filter) => filter !== undefined,
  );
  const selection = useSelection(users.data?.users ?? [], MAX_OWNERS);
  const actions = (
    <>
      <LinkButton to="/users/sessions" variant="default">
        Sessions
      </LinkButton>
      <LinkButton to="/users/import" variant="default" leftSection={<Upload size={16} aria-hidden />}>
        Import
      </LinkButton>
      <LinkButton
        to="/users/new"
        search={{ invite: true }}
        variant="default"
        leftSection={<UserPlus size={16} aria-hidden />}
      >
        Invite
      </LinkButton>
      <LinkButton to="/users/new" leftSection={<Plus size={16} aria-hidden />}>
        New user
      </LinkButton>
    </>
  );
  return (
    <Page title="Users" description="Players, applications, editors and administrators." actions={actions}>
      <OpenInvitations />
      <Group gap="sm">
        <SearchField
          label="Search users"
          value={search.search}
          onChange={(words) => show({ search: words }, true)}
          isSearching={users.isPlaceholderData}
        />
        <RoleFilter aria-label="Role" value={search.role} onChange={(role) => show({ role })} />
        <NativeSelect
          aria-label="State"
          data={STATES}
          value={String(search.suspended ?? '')}
          onChange={({ currentTarget: { value } }) => show({ suspended: value === '' ? undefined : value === 'true' })}
        />
        <UserTagFilter
          label={undefined}
          aria-label="Tag"
          placeholder="All tags"
          value={search.tag}
          onChange={(tag) => show({ tag })}
        />
        {search.applicationId !== undefined && (
          <Group gap="xs">
            <Text size="sm">
              Players of <ApplicationLink id={search.applicationId} />
            </Text>
            <Button variant="default" size="xs" onClick={() => show({ applicationId: undefined })}>
              Show all users
            </Button>
          </Group>
        )}
      </Group>
      <SelectedRows label="Selected users" selection={selection}>
        <SelectedUsers selection={selection} />
      </SelectedRows>
      <DataTable
        caption="Users"
        columns={[selectionColumn(selection, ({ displayName }) => displayName), ...COLUMNS]}
        query={users}
        rows={users.data?.users}
        keyOf={({ id }) => id}
        sorting={{ by: sort, order, onChange: (by, direction) => show({ sort: by, order: direction }) }}
        empty={
          <Empty title={isFiltered ? 'No matching users' : 'There are no users yet'}>
            {isFiltered && (
              <Button
                variant="default"
                onClick={() =>
                  show({
                    search: undefined,
                    role: undefined,
                    suspended: undefined,
                    applicationId: undefined,
                    tag: undefined,
                  })
                }
              >
                Show all users
              </Button>
            )}
          </Empty>
        }
      />
      <Pager query={users} />
    </Page>
  );
}
