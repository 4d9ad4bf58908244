import { Button, Code, Group, Stack, Text } from '@mantine/core';
import type { Column } from '#libs/backoffice-ui/data-table.tsx';
import { DisabledMark } from '#libs/backoffice-ui/disabled-mark.tsx';
import { LinkAnchor, UserLink } from '#libs/backoffice-ui/links.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { UserMarks } from '../users/user-marks';
import { KeyExpiry } from './key-expiry';
import type { ApiKey } from './keys-data';

export type KeySort = 'name' | 'owner' | 'createdAt' | 'lastUsedAt' | 'expiresAt';

interface Options {
  /** In milliseconds. */
  now: number;
  onDelete: (key: ApiKey) => void;
}

/** The columns of tables of keys. */
export function keyColumns({ now, onDelete }: Options): Column<ApiKey, KeySort>[] {
  return [
    { head: 'Name', sort: 'name', cell: (key) => <Name apiKey={key} /> },
    { head: 'Owner', sort: 'owner', cell: ({ owner }) => <Owner owner={owner} /> },
    { head: 'Created', sort: 'createdAt', cell: (key) => <Created apiKey={key} /> },
    {
      head: 'Last used',
      sort: 'lastUsedAt',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Time at={lastUsedAt} />),
    },
    { head: 'Expires', sort: 'expiresAt', cell: (key) => <KeyExpiry apiKey={key} now={now} /> },
    { head: 'Actions', cell: (key) => <DeleteButton apiKey={key} onDelete={onDelete} />, role: 'action' },
  ];
}

function Name({ apiKey: { id, name, shown, disabled } }: { apiKey: ApiKey }) {
  return (
    <Stack gap={4} align="start">
      <Text size="sm">
        <LinkAnchor to="/settings/keys/$keyId" params={{ keyId: id }}>
          <bdi>{name}</bdi>
        </LinkAnchor>
      </Text>
      <Group gap={6}>
        <Code title="The first characters of the key">{shown}…</Code>
        {disabled && <DisabledMark />}
      </Group>
    </Stack>
  );
}

function Owner({ owner }: Pick<ApiKey, 'owner'>) {
  return (
    <Stack gap={4} align="start">
      <UserLink id={owner.id} name={owner.displayName} />
      <UserMarks {...owner} />
    </Stack>
  );
}

function Created({ apiKey: { createdAt, creatorName } }: { apiKey: ApiKey }) {
  return (
    <>
      <Time at={createdAt} dayOnly />
      {creatorName !== null && (
        <Text size="sm" c="dimmed">
          by <bdi>{creatorName}</bdi>
        </Text>
      )}
    </>
  );
}

function DeleteButton({ apiKey, onDelete }: { apiKey: ApiKey; onDelete: (key: ApiKey) => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={`Delete ${apiKey.name} (${apiKey.shown}…)`}
      onClick={() => onDelete(apiKey)}
    >
      Delete
    </Button>
  );
}
