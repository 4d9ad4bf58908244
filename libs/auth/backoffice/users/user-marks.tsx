import { Badge, Group } from '@mantine/core';
import { Ban } from 'lucide-react';
import type { Access } from './access-change';
import { ROLE_LABELS } from '#libs/backoffice-ui/users-data.ts';

/** A user's role and suspension. */
export function UserMarks({ role, suspended }: Access) {
  return (
    <Group gap={6} component="span" display="inline-flex">
      <Badge variant="default" component="span" miw="max-content">
        {ROLE_LABELS[role]}
      </Badge>
      {suspended && (
        <Badge color="red" component="span" miw="max-content" leftSection={<Ban size={12} aria-hidden />}>
          Suspended
        </Badge>
      )}
    </Group>
  );
}
