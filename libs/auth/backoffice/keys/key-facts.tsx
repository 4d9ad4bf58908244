import { Text } from '@mantine/core';
import { DisabledMark } from '#libs/backoffice-ui/disabled-mark.tsx';
import { formatTime } from '#libs/backoffice-ui/format-time.ts';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { StatTiles } from '#libs/backoffice-ui/stat-tiles.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { Scopes } from '../users/scopes';
import { expiryOf, timeLeft } from './expiry';
import type { ApiKey } from './keys-data';

/** Whether a key works, until when, and what it may do. @param now in milliseconds */
export function KeyFacts({ apiKey, now }: { apiKey: ApiKey; now: number }) {
  const { owner, lastUsedAt, rateLimit } = apiKey;
  return (
    <>
      <StatTiles
        tiles={[
          { name: 'State', value: stateOf(apiKey) },
          { name: 'Expires', ...expiryTile(apiKey, now) },
          {
            name: 'Rate limit',
            ...(rateLimit === null
              ? { value: 'Default', note: 'of the service' }
              : { value: formatNumber(rateLimit), note: 'requests per window' }),
          },
          {
            name: 'Last used',
            ...(lastUsedAt === null
              ? { value: 'Never' }
              : { value: <Time at={lastUsedAt} dayOnly />, note: formatTime(lastUsedAt) }),
          },
        ]}
      />
      {owner.suspended ? (
        <Text>Requests with this key get 403: its owner is suspended.</Text>
      ) : (
        <Scopes label="Scopes, by the role of its owner:" scopes={owner.scopes} />
      )}
    </>
  );
}

function expiryTile(apiKey: ApiKey, now: number) {
  const { expiresAt } = apiKey;
  if (expiresAt === null) return { value: 'Never' };
  const isSoon = expiryOf(apiKey, now) === 'soon';
  return { value: isSoon ? timeLeft(expiresAt, now) : <Time at={expiresAt} dayOnly />, note: formatTime(expiresAt) };
}

function stateOf({ disabled, isExpired, owner }: ApiKey) {
  if (disabled) return <DisabledMark />;
  if (isExpired) return 'Expired';
  return owner.suspended ? 'Owner suspended' : 'Active';
}
