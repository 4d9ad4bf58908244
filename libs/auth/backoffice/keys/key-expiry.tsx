import { Badge, Stack } from '@mantine/core';
import { Clock, ClockAlert } from 'lucide-react';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { expiryOf, timeLeft } from './expiry';
import type { ApiKey } from './keys-data';

/** When a key expires: highlighted in amber from 14 days before, and after it has expired. @param now in milliseconds */
export function KeyExpiry({ apiKey, now }: { apiKey: Pick<ApiKey, 'expiresAt' | 'isExpired'>; now: number }) {
  const { expiresAt } = apiKey;
  if (expiresAt === null) return 'Never';
  switch (expiryOf(apiKey, now)) {
    case 'expired':
      return (
        <Badge color="gray.7" miw="max-content" leftSection={<Clock size={12} aria-hidden />}>
          Expired <Time at={expiresAt} dayOnly />
        </Badge>
      );
    case 'soon':
      return (
        <Stack gap={2} align="start">
          <Badge color="yellow.5" miw="max-content" leftSection={<ClockAlert size={12} aria-hidden />}>
            Expires {timeLeft(expiresAt, now)}
          </Badge>
          <Time at={expiresAt} />
        </Stack>
      );
    default:
      return <Time at={expiresAt} dayOnly />;
  }
}
