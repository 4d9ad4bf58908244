import { Alert, Modal, Stack, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUnsavedWarning } from '#libs/backoffice-ui/use-unsaved-warning.tsx';

interface Props {
  title: string;
  size: 'lg' | 'xl';
  notice: { title: string; text: ReactNode };
  /** The warning before the user leaves. */
  leaving: Parameters<typeof useUnsavedWarning>[1];
  /** Whether the user may leave without the warning. */
  isStored?: boolean;
  /** What is shown, and how to close the dialog. */
  children: ReactNode;
}

/** A dialog with something that is shown once. It does not close by itself. */
export function ShownOnceDialog({ title, size, notice, leaving, isStored = false, children }: Props) {
  const warning = useUnsavedWarning(!isStored, leaving);
  return (
    <>
      <Modal
        opened
        onClose={() => undefined}
        title={title}
        size={size}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        <Stack>
          <Alert variant="default" icon={<TriangleAlert aria-hidden />} title={notice.title}>
            <Text size="sm">{notice.text}</Text>
          </Alert>
          {children}
        </Stack>
      </Modal>
      {warning}
    </>
  );
}
