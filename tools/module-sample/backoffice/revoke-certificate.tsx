import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#libs/backoffice-ui/client.ts';
import { useFocusReturn } from '#libs/backoffice-ui/use-focus-return.ts';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';

interface Props {
  quizId: string;
  user: { userId: string; displayName: string };
  onClose: () => void;
}

/** Asks for the reason before a certificate is revoked. */
export function RevokeCertificate({ quizId, user: { userId, displayName }, onClose }: Props) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  useFocusReturn();
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
    <Modal opened onClose={onClose} title="Revoke this certificate?">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          revoke.mutate();
        }}
      >
        <Stack>
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
          <WriteState write={revoke} failed="Not revoked" />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={revoke.isPending}>
              Revoke certificate
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
