import { Code, Group, Text } from '@mantine/core';

/** Scopes, named as in the API's documentation. */
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
