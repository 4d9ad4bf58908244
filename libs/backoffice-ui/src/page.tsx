import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  title: string;
  /** The heading, if it differs from the title, such as with a user-given name. */
  heading?: ReactNode;
  /** Links to the pages above this one. */
  breadcrumbs?: ReactNode;
  /** The subject of the page, such as a quiz: it begins the title of the browser's tab. */
  subject?: string | undefined;
  /** One line under the title. */
  description?: ReactNode;
  /** Actions, such as "Create". */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with its heading, which gets the focus, so that a screen reader announces the page. */
export function Page({ title, heading, breadcrumbs, subject, description, actions, children }: Props) {
  const focused = useRef<HTMLHeadingElement>(null);
  useDocumentTitle([...(subject === undefined ? [] : [subject]), title, 'Quiz service'].join(' · '));
  useEffect(() => focused.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap="lg" maw={1200}>
      <Group justify="space-between" align="start" gap="sm">
        <Box flex="1 1 20rem">
          {breadcrumbs}
          <Title order={1} size="h2" ref={focused} tabIndex={-1} style={{ outline: 'none' }}>
            <bdi>{heading ?? title}</bdi>
          </Title>
          {description !== undefined && <Text c="dimmed">{description}</Text>}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
