import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useUnsavedWarning } from '#libs/backoffice-ui/use-unsaved-warning.tsx';
import { CopyField } from '#libs/backoffice-ui/copy-field.tsx';
import type { CreatedApiKey } from './keys-data';

const LEAVING = {
  title: 'Have you stored the key?',
  text: 'It is shown only once. If you leave without it, you have to delete it and create another one.',
  stay: 'Back to the key',
  leave: 'Leave',
};

/** Shows a new key, once. The user leaves by confirming that it is stored. */
export function CreatedKeyDialog({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  const warning = useUnsavedWarning(true, LEAVING);
  const { name, key, owner } = created;
  return (
    <>
      <Modal
        opened
        onClose={() => undefined}
        title="Store the new key now"
        size="lg"
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        <Stack>
          <Alert variant="default" icon={<TriangleAlert aria-hidden />} title="It is shown only once">
            <Text size="sm">
              The service keeps no copy of it. Store it in a safe place, such as a password manager: anyone who has it
              acts as <bdi>{owner.displayName}</bdi>.
            </Text>
          </Alert>
          <CopyField label={`Key “${name}”`} text={key} action="Copy key" isFirst />
          <CopyField label="Try it in a terminal" text={curlWith(key)} action="Copy command" />
          <Group justify="end">
            <Button onClick={onClose}>I have stored it</Button>
          </Group>
        </Stack>
      </Modal>
      {warning}
    </>
  );
}

/** A command that lists the quizzes with a key. Neither origins nor keys contain special characters of a shell. */
const curlWith = (key: string) => `curl -H 'x-api-key: ${key}' ${location.origin}/api/quizzes`;
