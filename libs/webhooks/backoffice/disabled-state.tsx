import { Badge, Stack, Text } from '@mantine/core';
import { Ban } from 'lucide-react';
import { Time } from '#libs/backoffice-ui/time.tsx';
import type { Webhook } from './webhooks-data';

/** Whether a webhook is enabled, or since when and why it is not. */
export function DisabledState({ webhook: { disabledAt, disabledReason } }: { webhook: Webhook }) {
  if (disabledAt === null) return 'Enabled';
  return (
    <Stack gap={4} align="start">
      <Badge color="red" component="span" miw="max-content" leftSection={<Ban size={12} aria-hidden />}>
        Disabled
      </Badge>
      <Text size="sm">
        {disabledReason ?? 'By an administrator'} · <Time at={disabledAt} />
      </Text>
    </Stack>
  );
}
