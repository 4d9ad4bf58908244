// The result of an attempt, by icon and word.
import { Group } from '@mantine/core';
import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, PencilLine } from 'lucide-react';
import type { ReactNode } from 'react';

export function Marked({ icon: Icon, color, children }: { icon: LucideIcon; color?: string; children: ReactNode }) {
  return (
    <Group
      component="span"
      gap={6}
      wrap="nowrap"
      display="inline-flex"
      mr="sm"
      c={color}
      style={{ whiteSpace: 'nowrap', verticalAlign: 'middle' }}
    >
      <Icon size={16} aria-hidden style={{ flexShrink: 0 }} />
      <span>{children}</span>
    </Group>
  );
}

export const Passed = ({ passed }: { passed: boolean }) => (
  <Marked icon={passed ? CircleCheck : CircleX} {...(!passed && { color: 'var(--mantine-color-error)' })}>
    {passed ? 'Passed' : 'Not passed'}
  </Marked>
);

export const TimedOut = () => <Marked icon={Clock}>Timed out</Marked>;

export const Regraded = () => <Marked icon={PencilLine}>Regraded</Marked>;

export const Voided = () => (
  <Marked icon={Ban} color="var(--color-warning)">
    Voided
  </Marked>
);
