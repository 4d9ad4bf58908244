import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { Scopes } from '../users/scopes';
import { UserMarks } from '../users/user-marks';
import { rolesOptions, userOptions } from '#libs/backoffice-ui/users-data.ts';

/** The scopes of the owner's keys, which follow from the owner's role. */
export function OwnerScopes({ userId }: { userId: string | null }) {
  const { data: owner } = useQuery({ ...userOptions(userId ?? ''), enabled: userId !== null });
  const { data: roles } = useQuery(rolesOptions);
  if (owner === undefined || roles === undefined) return null;
  return (
    <Stack gap="xs" role="group" aria-label="What the key may do">
      <UserMarks {...owner} />
      <Scopes label="Scopes:" scopes={roles[owner.role]} />
      <Text size="sm" c="dimmed">
        A key has the scopes of its owner’s role, now and whenever the role changes.
      </Text>
      {owner.suspended && (
        <Alert variant="default" icon={<Ban aria-hidden />} title="This user is suspended">
          The key is rejected until the suspension ends.
        </Alert>
      )}
    </Stack>
  );
}
