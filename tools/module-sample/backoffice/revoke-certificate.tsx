import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#libs/backoffice-ui/client.ts';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';

interface Props {
  quizId: string;
  user: { userId: string; displayName: string };
  onClose: () => void;
}

/** Asks for the reason before a certificate is revoked. */
export function RevokeCertificate({ quizId, user: { userId, displayName }, onClose }: Props) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const revoke = useMutation({
    mutationFn: () =>
      api.PUT('/quizzes/{id}/certificates/{userId}/revocation', {
        params: { path: { id: quizId, userId } },
        body: { reason },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['certificates', quizId] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Revoke this certificate?"
      action="Revoke certificate"
      write={revoke}
      failed="Not revoked"
      onClose={onClose}
    >
      <Text>
        The certificate of <bdi>{displayName}</bdi> cannot be restored.
      </Text>
      <TextInput
        label="Reason"
        description="Administrators see it in the audit log"
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
