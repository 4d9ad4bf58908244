import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  title: string;
  /** One line under the title. */
  description?: ReactNode;
  /** What can be done here, such as "Create". */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with its heading, which gets the focus so that a screen reader says where the person has come to. */
export function Page({ title, description, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(`${title} · Quiz service`);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap="lg" maw={1200}>
      <Group justify="space-between" align="start" gap="sm">
        <div>
          <Title order={1} size="h2" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {title}
          </Title>
          {description !== undefined && <Text c="dimmed">{description}</Text>}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
