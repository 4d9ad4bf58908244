import { Badge } from '@mantine/core';
import { Ban } from 'lucide-react';

export function DisabledMark() {
  return (
    <Badge color="red" component="span" miw="max-content" leftSection={<Ban size={12} aria-hidden />}>
      Disabled
    </Badge>
  );
}
