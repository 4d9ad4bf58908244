import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { CopyField } from '#libs/backoffice-ui/copy-field.tsx';
import { NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';

/** The secret of a webhook, once it is asked for, and its rotation. */
export function Secret({ webhookId: id }: { webhookId: string }) {
  const queryClient = useQueryClient();
  const [isShown, setIsShown] = useState(false);
  const [isRotating, setIsRotating] = useState(false);
  const params = { path: { id } };
  const queryKey = ['webhooks', 'secret', id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => dataOf(api.POST('/webhooks/{id}/secret/reading', { params })),
    enabled: isShown,
    gcTime: 0,
  });
  const rotate = useMutation({
    mutationFn: () => dataOf(api.POST('/webhooks/{id}/secret/rotation', { params })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey });
      setIsShown(true);
      setIsRotating(false);
    },
  });
  return (
    <Stack component="section" aria-labelledby="webhook-secret" maw={560}>
      <Title order={2} size="h3" id="webhook-secret">
        Secret
      </Title>
      <Text>The receiver verifies by it that an event comes from this service and is complete.</Text>
      {isShown && data === undefined && <NotLoaded error={error} refetch={refetch} />}
      {isShown && data !== undefined && <CopyField label="Secret" text={data.secret} action="Copy secret" />}
      {isShown && data != null && data.formerUntil !== null && (
        <Text>
          Events are signed with the former secret too until <Time at={data.formerUntil} />.
        </Text>
      )}
      <Group>
        {!isShown && (
          <Button variant="default" onClick={() => setIsShown(true)}>
            Show secret
          </Button>
        )}
        <Button variant="default" onClick={() => setIsRotating(true)}>
          Rotate secret
        </Button>
      </Group>
      {isRotating && (
        <ConfirmDialog
          title="Rotate the secret?"
          action="Rotate secret"
          write={rotate}
          failed="Not rotated"
          onClose={() => setIsRotating(false)}
        >
          <Text>
            Events are signed with a new secret from now on, and with the present one too for 24 hours. Give the
            receiver the new secret within this time.
          </Text>
        </ConfirmDialog>
      )}
    </Stack>
  );
}
