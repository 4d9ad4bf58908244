import { List, Stack, Text } from '@mantine/core';
import { KeyName } from '../keys/key-name';
import type { ApiKey } from '../keys/keys-data';

/** How many keys are listed; the others are counted. */
export const KEYS_NAMED = 5;

/** Lists the keys of a user: those used last, and the number of others. */
export function AffectedKeys({ keys, total }: { keys: ApiKey[]; total: number }) {
  if (total === 0) return <Text>The user has no keys.</Text>;
  const more = total - keys.length;
  return (
    <Stack gap={4}>
      <Text>
        {total === 1 ? 'This affects one key immediately:' : `This affects ${total.toLocaleString()} keys immediately:`}
      </Text>
      <List aria-label="Affected keys">
        {keys.map((key) => (
          <List.Item key={key.id}>
            <KeyName apiKey={key} />
            {key.isExpired && ' (expired)'}
          </List.Item>
        ))}
        {more > 0 && <List.Item>and {more.toLocaleString()} more</List.Item>}
      </List>
    </Stack>
  );
}
