import { Code, Group, Text } from '@mantine/core';

/** Scopes as they are named in the API's documentation. */
export function Scopes({ label, scopes }: { label: string; scopes: string[] }) {
  return (
    <Group gap="xs">
      <Text span size="sm">
        {label}
      </Text>
      {scopes.map((scope) => (
        <Code key={scope}>{scope}</Code>
      ))}
    </Group>
  );
}
