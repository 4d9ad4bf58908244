// What a page shows when there is nothing else to show.
import { Alert, Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '../api/api-error';
import { LinkButton } from './links';

export function Loading() {
  return (
    <Center p="xl" role="status">
      <Loader aria-hidden />
      <Text ml="sm">Loading …</Text>
    </Center>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack align="center" p="xl" gap="xs">
      <Text fw={600}>{title}</Text>
      {children}
    </Stack>
  );
}

/** A failure, with what can be done about it. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Alert color="red" variant="outline" role="alert" title={isGone ? 'Not there' : 'This did not work'}>
      <Stack gap="sm" align="start">
        <Text>{messageOf(error)}</Text>
        {retry !== undefined && !isGone && (
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** What a page shows when it fails itself. */
export function PageError({ error }: { error: unknown }) {
  const router = useRouter();
  return <Failure error={error} retry={() => void router.invalidate()} />;
}

export function NotFound() {
  return (
    <Stack p="lg">
      <Title order={1}>There is no such page</Title>
      <Group>
        <LinkButton to="/">To the overview</LinkButton>
      </Group>
    </Stack>
  );
}
