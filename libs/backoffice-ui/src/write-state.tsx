import { Alert, Group, Loader, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { OutcomeUnknown } from './api-error';
import { isChecking, onCheckingChange } from './fetch-until-known';

interface Props {
  /** The mutation that writes. */
  write: { isPending: boolean; error: Error | null };
  /** The title of the error, such as "The key was not created". */
  failed: string;
  /** Shown instead of the error's message. */
  children?: ReactNode;
}

/** The state of a write: its outcome is being checked, is unknown, or is an error. */
export function WriteState({ write: { isPending, error }, failed, children }: Props) {
  const isUnknown = useIsChecking() && isPending;
  if (isUnknown) {
    return (
      <Alert variant="default" role="status" title="Unknown, checking …">
        <Group gap="sm" wrap="nowrap">
          <Loader size="sm" aria-hidden />
          <Text size="sm">The response was lost. The change may have taken effect; the request is sent again.</Text>
        </Group>
      </Alert>
    );
  }
  if (error === null || isPending) return null;
  if (error instanceof OutcomeUnknown) {
    return (
      <Alert
        variant="default"
        icon={<TriangleAlert aria-hidden />}
        role="alert"
        title="It is not known whether this was done"
      >
        {error.message}
      </Alert>
    );
  }
  return (
    <Alert color="red" variant="outline" role="alert" title={failed}>
      {children ?? error.message}
    </Alert>
  );
}

/** Whether the outcome of a write is currently unknown. */
function useIsChecking(): boolean {
  return useSyncExternalStore(onCheckingChange, isChecking);
}
