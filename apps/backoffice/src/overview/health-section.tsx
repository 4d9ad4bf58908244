import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { fetchHealth, type Health } from './health';

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Whether the service is ready. */
export function HealthSection() {
  const health = useQuery({ queryKey: ['health'], queryFn: fetchHealth, refetchInterval: 30_000 });
  return (
    <Paper withBorder p="md" component="section" aria-label="Health">
      <Group justify="space-between" align="center" gap="sm">
        <Stack gap={4}>
          <Title order={2} size="h4">
            Health
          </Title>
          <div role="status">
            {health.data === undefined ? <Text>Checking …</Text> : <Parts health={health.data} />}
          </div>
          {health.data !== undefined && (
            <Text size="sm" c="dimmed">
              Checked at {TIME.format(health.dataUpdatedAt)}, and again every 30 seconds.
            </Text>
          )}
        </Stack>
        <Button variant="default" loading={health.isFetching} onClick={() => void health.refetch()}>
          Check now
        </Button>
      </Group>
    </Paper>
  );
}

function Parts({ health: { isReachable, hasDatabase, hasRateLimitStore } }: { health: Health }) {
  if (!isReachable) return <State isUp={false}>The service cannot be reached</State>;
  return (
    <Group gap="lg">
      <State isUp={hasDatabase}>Database: {hasDatabase ? 'available' : 'not available'}</State>
      <State isUp={hasRateLimitStore}>
        Rate limits: {hasRateLimitStore ? 'working' : 'Redis is not available, each instance counts for itself'}
      </State>
    </Group>
  );
}

function State({ isUp, children }: { isUp: boolean; children: ReactNode }) {
  const Icon = isUp ? CircleCheck : CircleX;
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
      <Icon size={18} aria-hidden style={{ flexShrink: 0 }} />
      <Text span {...(!isUp && { fw: 700, c: 'var(--mantine-color-error)' })}>
        {children}
      </Text>
    </Group>
  );
}
