import { Stack, Text } from '@mantine/core';
import { DisabledMark } from '#libs/backoffice-ui/disabled-mark.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import type { Webhook } from './webhooks-data';

/** Whether a webhook is enabled, or since when and why it is not. */
export function DisabledState({ webhook: { disabledAt, disabledReason } }: { webhook: Webhook }) {
  if (disabledAt === null) return 'Enabled';
  return (
    <Stack gap={4} align="start">
      <DisabledMark />
      <Text size="sm">
        {disabledReason ?? 'By an administrator'} · <Time at={disabledAt} />
      </Text>
    </Stack>
  );
}
