import { List, Radio, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { Failure, Loading } from '#libs/backoffice-ui/page-states.tsx';
import type { User } from '#libs/backoffice-ui/users-data.ts';

type Erasure = components['schemas']['EraseUserBody'];
type Held = components['schemas']['HeldData'];

const WAYS = [
  {
    value: 'anonymise',
    label: 'Anonymise',
    description: 'Results stay for good in attempts and statistics, under the name “Deleted user”',
  },
  {
    value: 'remove',
    label: 'Remove',
    description:
      'Results are deleted too. If there are thousands, they leave leaderboards and statistics immediately, and lists a while later. ' +
      'The numbers of attempts per day stay',
  },
] as const;

/** Shows what erasing a user deletes, and asks for a reason and for the name. */
export function EraseUser({ user, onClose }: { user: User; onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [way, setWay] = useState<Erasure['way']>('anonymise');
  const [reason, setReason] = useState('');
  const path = { id: user.id };
  const { data, error } = useQuery({
    queryKey: ['user', user.id, 'erasure'],
    queryFn: () => dataOf(api.GET('/users/{id}/erasure', { params: { path } })),
  });
  const erase = useMutation({
    mutationFn: () => api.POST('/users/{id}/erasure', { params: { path }, body: { way, reason } }),
    onSuccess: async () => {
      await navigate({ to: '/users' });
      await queryClient.invalidateQueries();
      notifications.show({ message: way === 'anonymise' ? 'The user is anonymised.' : 'The user is removed.' });
    },
  });
  const withoutReason = reason.trim() === '' ? 'Enter a reason first.' : undefined;
  return (
    <ConfirmDialog
      title="Erase this user?"
      action="Erase user"
      write={erase}
      failed="Not erased"
      nameToType={user.displayName}
      obstacle={data === undefined ? 'The data of the user are not loaded.' : withoutReason}
      onClose={onClose}
    >
      <Text>
        The name, email, image and external id of{' '}
        <b>
          <bdi>{user.displayName}</bdi>
        </b>{' '}
        are deleted, for good. The user leaves the leaderboards, and keys and sessions end immediately.
      </Text>
      <Radio.Group label="What happens to the results" value={way} onChange={(value) => setWay(value)}>
        <Stack gap="xs" mt={4}>
          {WAYS.map((one) => (
            <Radio key={one.value} {...one} />
          ))}
        </Stack>
      </Radio.Group>
      {user.suspended && way === 'anonymise' && (
        <Text>The user is suspended. Anonymising makes the results count in statistics again.</Text>
      )}
      {error !== null && <Failure error={error} />}
      {error === null && data === undefined && <Loading />}
      {data !== undefined && <Consequences held={data.held} way={way} />}
      <Textarea
        label="Reason"
        description="It stays in the audit log: do not name the user here"
        required
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

function Consequences({ held, way }: { held: Held[]; way: Erasure['way'] }) {
  const isDeleted = ({ deleted }: Held) => deleted === 'always' || (deleted === 'if-removed' && way === 'remove');
  const found = held.filter(({ rows }) => rows > 0);
  return (
    <div aria-live="polite">
      <Rows label="Deleted" rows={found.filter(isDeleted)} />
      <Rows label="Stays" rows={found.filter((one) => !isDeleted(one))} />
    </div>
  );
}

function Rows({ label, rows }: { label: string; rows: Held[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <Text fw={500}>{label}</Text>
      <List aria-label={label}>
        {rows.map(({ title, rows: count }) => (
          <List.Item key={title}>
            {title}: {count.toLocaleString()}
          </List.Item>
        ))}
      </List>
    </>
  );
}
