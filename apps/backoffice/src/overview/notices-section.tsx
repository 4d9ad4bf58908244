import { List, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useContributions } from '#libs/backoffice-ui/contribution.ts';

/** What needs an administrator, from all modules. Nothing is shown if there is nothing. */
export function NoticesSection() {
  const { notices } = useContributions();
  const results = useQueries({
    queries: Object.entries(notices).map(([name, notice]) => ({
      queryKey: ['notices', name],
      queryFn: async () => ({ name, notice, found: await notice.find() }),
      refetchInterval: 5 * 60_000,
      structuralSharing: false,
    })),
  });
  const needed = results.flatMap(({ data }) => (data?.found === undefined ? [] : data));
  const hasFailed = results.some(({ isError }) => isError);
  if (needed.length === 0 && !hasFailed) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label="Needs attention">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Needs attention
        </Title>
        {needed.length > 0 && (
          <List>
            {needed.map(({ name, notice, found }) => (
              <List.Item key={name}>{notice.show(found)}</List.Item>
            ))}
          </List>
        )}
        {hasFailed && <Text>Not everything could be checked.</Text>}
      </Stack>
    </Paper>
  );
}
