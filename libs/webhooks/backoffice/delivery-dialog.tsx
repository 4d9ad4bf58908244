import { Button, Code, Group, List, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#libs/backoffice-ui/client.ts';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { useFocusReturn } from '#libs/backoffice-ui/use-focus-return.ts';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import type { Delivery } from './webhooks-data';

interface Props {
  webhookId: string;
  delivery: Delivery;
  /** Whether its webhook is enabled: only then it can be sent again. */
  isEnabled: boolean;
  onClose: () => void;
}

/** What was sent, the beginning of the last response, and all tries. */
export function DeliveryDialog({ webhookId, delivery, isEnabled, onClose }: Props) {
  const { id, type, payload, responseStatus, responseBody, error, tries, history } = delivery;
  const queryClient = useQueryClient();
  useFocusReturn();
  const resend = useMutation({
    mutationFn: () =>
      api.POST('/webhooks/{id}/deliveries/{eventId}/resend', { params: { path: { id: webhookId, eventId: id } } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['webhooks', 'deliveries', webhookId] });
      notifications.show({ message: 'The delivery is sent again.' });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={type} size="lg">
      <Stack>
        <Text size="sm">
          Id <Code>{id}</Code>
        </Text>
        <Block label="Body of the request" text={indented(payload)} />
        {tries > 0 && responseStatus === null && <Text size="sm">{error ?? 'There is no response yet.'}</Text>}
        {responseStatus !== null && (
          <Block
            label={`Response ${responseStatus}, the beginning of its body`}
            text={responseBody === null || responseBody === '' ? 'No body' : responseBody}
          />
        )}
        {history.length > 0 && <Tries history={history} />}
        <WriteState write={resend} failed="Not sent again" />
        <Group justify="end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
          {isEnabled && (
            <Button loading={resend.isPending} onClick={() => resend.mutate()}>
              {tries === 0 ? 'Send now' : 'Send again'}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Tries({ history }: Pick<Delivery, 'history'>) {
  return (
    <Stack gap={4} component="section" aria-labelledby="tries">
      <Text size="sm" fw={600} id="tries">
        Tries
      </Text>
      <List type="ordered" size="sm">
        {history.map(({ at, latencyMs, responseStatus, error }) => (
          <List.Item key={at}>
            <Time at={at} />: {responseStatus ?? error}, {formatNumber(latencyMs)} ms
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

function Block({ label, text }: { label: string; text: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Code block tabIndex={0} aria-label={label} role="region" mah={320} style={{ overflow: 'auto' }}>
        {text}
      </Code>
    </Stack>
  );
}

const indented = (json: string) => JSON.stringify(JSON.parse(json), null, 2);
