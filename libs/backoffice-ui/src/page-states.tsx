// Pages that load, fail or are empty.
import { Alert, Box, Button, Center, Loader, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useMutation, type UseQueryResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isNotFound, messageOf } from './api-error';
import { CodeNotLoaded } from './lazy-page';

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
    <Stack align="center" ta="center" p="xl" gap="xs">
      <Text fw={600}>{title}</Text>
      {children}
    </Stack>
  );
}

/** An error with actions. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const isGone = isNotFound(error);
  return (
    <Alert color="red" variant="outline" role="alert" title={isGone ? 'Not found' : 'This did not work'}>
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

/** In place of the data of a query that loads or has failed. */
export function NotLoaded({ error, refetch }: Pick<UseQueryResult, 'error' | 'refetch'>) {
  return error === null ? <Loading /> : <Failure error={error} retry={() => void refetch()} />;
}

/** Shown while the code of a page loads. */
export function PagePending() {
  return (
    <Stack gap="lg" maw={1200} role="status" aria-label="Loading …">
      <VisuallyHidden>
        <Title order={1}>Loading …</Title>
      </VisuallyHidden>
      <Skeleton height={34} width="min(100%, 16rem)" />
      {Array.from({ length: 5 }, (_, line) => (
        <Skeleton key={line} height={20} />
      ))}
    </Stack>
  );
}

/** The same for the whole window, while the session and the code of the shell load. */
export function ShellPending() {
  return (
    <Box component="main" p="lg">
      <PagePending />
    </Box>
  );
}

/** Shown if a page throws, or its code could not be loaded. */
export function PageError({ error }: { error: unknown }) {
  const router = useRouter();
  if (error instanceof CodeNotLoaded) return <CodeFailure />;
  return (
    <>
      <VisuallyHidden>
        <Title order={1}>This page cannot be shown</Title>
      </VisuallyHidden>
      <Failure error={error} retry={() => void router.invalidate()} />
    </>
  );
}

/** The same for the whole window, for example if the code of the shell could not be loaded. */
export function ShellError({ error }: { error: unknown }) {
  return (
    <Box component="main" p="lg">
      <PageError error={error} />
    </Box>
  );
}

/** Only a reload gets the current names of the files, and browsers may remember that one of them failed. */
function CodeFailure() {
  const reload = useMutation({ mutationFn: reloadIfReachable });
  return (
    <Alert color="red" variant="outline" role="alert">
      <Stack gap="sm" align="start">
        <Title order={1} size="h3">
          This page could not be loaded
        </Title>
        <Text>
          {reload.error === null
            ? 'There is no connection, or the service has been updated since you opened the backoffice.'
            : 'The service still cannot be reached. Check the connection and try again.'}
        </Text>
        <Button variant="default" loading={reload.isPending || reload.isSuccess} onClick={() => reload.mutate()}>
          Try again
        </Button>
      </Stack>
    </Alert>
  );
}

/** Reloads the page, unless that would lead to the browser's error page. The browser asks first if a form has unsaved changes. */
async function reloadIfReachable(): Promise<void> {
  const { ok } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
  if (!ok) throw new Error('The pages are not served');
  location.reload();
}
