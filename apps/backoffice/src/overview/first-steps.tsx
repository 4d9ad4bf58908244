import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { LinkButton } from '#libs/backoffice-ui/links.tsx';
import { useIsAdministrator } from '#libs/backoffice-ui/session.ts';

/** Links to the first steps that are not done yet. */
export function FirstSteps() {
  const quizzes = useQuery({
    queryKey: ['quizzes', 'total'],
    queryFn: () => dataOf(api.GET('/quizzes', { params: { query: { limit: 1 } } })),
    select: ({ pagination }) => pagination.total,
  });
  const keys = useQuery({
    queryKey: ['keys', 'total'],
    queryFn: () => dataOf(api.GET('/keys', { params: { query: { limit: 1 } } })),
    enabled: useIsAdministrator(),
    select: ({ pagination }) => pagination.total,
  });
  if (quizzes.data !== 0 && keys.data !== 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label="First steps">
      <Stack gap="sm">
        <Title order={2} size="h4">
          First steps
        </Title>
        {quizzes.data === 0 && (
          <>
            <Text>There is no quiz yet. Write one here, or import those that you have.</Text>
            <Group gap="xs">
              <LinkButton to="/quizzes/new">Create a quiz</LinkButton>
              <LinkButton to="/quizzes/import" variant="default">
                Import quizzes
              </LinkButton>
            </Group>
          </>
        )}
        {keys.data === 0 && (
          <>
            <Text>There is no API key yet. Programs need one to read quizzes and to submit attempts.</Text>
            <Group>
              <LinkButton to="/settings/keys" search={{ create: true }}>
                Create an API key
              </LinkButton>
            </Group>
          </>
        )}
      </Stack>
    </Paper>
  );
}
