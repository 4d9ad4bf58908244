import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { ROLE_CHOICES, type Role, rolesOptions, type User } from '#libs/backoffice-ui/users-data.ts';
import { useSession } from '#libs/backoffice-ui/session.ts';
import { keysOptions } from '../keys/keys-data';
import { bulkChangeOf, countOf, type Kind } from './bulk-change';
import { ChangeOfKeys, ChangeOfSignIns, ChangingUsers } from './bulk-consequences';
import { RoleSelect } from './role-select';

const WORDS = {
  role: { title: 'Change the role of', action: 'Change role', done: ['has another role', 'have another role'] },
  suspend: { title: 'Suspend', action: 'Suspend', done: ['is suspended', 'are suspended'] },
  restore: { title: 'Restore', action: 'Restore', done: ['is no longer suspended', 'are no longer suspended'] },
} as const;

interface Props {
  users: User[];
  kind: Kind;
  /** Called with the users as they are after the change. */
  onChanged: (users: User[]) => void;
  onClose: () => void;
}

/** Changes several users together, after it has shown the consequences for them and their keys. */
export function ChangeUsers({ kind, onChanged, onClose, ...props }: Props) {
  const queryClient = useQueryClient();
  const self = useSession().user.id;
  // The dialog shows the users as they were before the change, even when the list is refreshed.
  const [users] = useState(props.users);
  const [role, setRole] = useState<Role>('player');
  const changes = kind === 'role' ? { role } : { suspended: kind === 'suspend' };
  const { changing, keyOwners, losing, gaining } = bulkChangeOf(users, changes);
  const isSelfLosing = losing.some(({ id }) => id === self);
  const userIds = keyOwners.map(({ id }) => id).join(',');
  const keys = useQuery({ ...keysOptions({ userIds, state: 'working', limit: 1 }), enabled: userIds !== '' });
  const keyCount = userIds === '' ? 0 : keys.data?.pagination.total;
  const roles = useQuery(rolesOptions);
  const isLoaded = keyCount !== undefined && roles.data !== undefined;
  const obstacle =
    changing.length === 0
      ? 'Nobody would be changed.'
      : isSelfLosing
        ? 'You cannot remove your own access.'
        : isLoaded
          ? undefined
          : 'The consequences are not loaded.';
  const { title, action, done } = WORDS[kind];
  const write = useMutation({
    mutationFn: () => dataOf(api.PATCH('/users', { body: { users: changing.map(({ id }) => ({ id })), ...changes } })),
    onSuccess: async ({ users: changed }) => {
      onChanged(changed);
      await Promise.all(['users', 'user', 'keys'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      notifications.show({ message: `${countOf(changed.length)} ${changed.length === 1 ? done[0] : done[1]}.` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`${title} ${countOf(users.length)}?`}
      action={action}
      isUndoable={kind !== 'suspend'}
      obstacle={obstacle}
      write={write}
      failed="Nobody was changed"
      onClose={onClose}
    >
      {kind === 'role' && (
        <RoleSelect
          label="New role"
          value={role}
          onChange={({ currentTarget }) =>
            setRole(ROLE_CHOICES.find(({ value }) => value === currentTarget.value)?.value ?? role)
          }
        />
      )}
      <ChangingUsers kind={kind} users={changing} others={users.length - changing.length} />
      <ChangeOfSignIns
        losing={losing}
        gaining={gaining}
        isSelfLosing={isSelfLosing}
        areEditors={kind === 'role' && role === 'editor'}
      />
      {changing.length > 0 &&
        (keyCount === undefined || roles.data === undefined ? (
          <NotLoaded {...(keyCount === undefined ? keys : roles)} />
        ) : (
          <ChangeOfKeys kind={kind} count={keyCount} scopes={roles.data[role]} />
        ))}
    </ConfirmDialog>
  );
}
