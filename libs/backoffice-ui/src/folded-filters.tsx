import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';

/** Filters of a list. On phones they are behind a button, unless one is in use: the list begins on the first screen. */
export function FoldedFilters({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const [isOpen, { toggle }] = useDisclosure(isUsed);
  const id = useId();
  return (
    <search aria-label="Filters">
      <Button hiddenFrom="sm" variant="default" mb="sm" onClick={toggle} aria-expanded={isOpen} aria-controls={id}>
        Filters
      </Button>
      <Group id={id} align="end" gap="sm" {...(!isOpen && { visibleFrom: 'sm' })}>
        {children}
      </Group>
    </search>
  );
}
