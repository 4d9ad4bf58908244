import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';

export type OpenStart = components['schemas']['OpenStartItem'];

export interface StartDialogProps {
  quizId: string;
  start: OpenStart;
  onClose: () => void;
}

/** Writes to an open start. Then attempts, leaderboards and statistics may have changed. */
export function useStartWrite<Result>(
  write: () => Promise<Result>,
  messageOf: (result: Result) => ReactNode,
  onClose: () => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: async (result) => {
      await queryClient.invalidateQueries();
      notifications.show({ message: messageOf(result) });
      onClose();
    },
  });
}
