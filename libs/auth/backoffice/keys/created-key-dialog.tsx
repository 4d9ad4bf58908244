import { Button, Group } from '@mantine/core';
import { CopyField } from '#libs/backoffice-ui/copy-field.tsx';
import type { CreatedApiKey } from './keys-data';
import { ShownOnceDialog } from './shown-once-dialog';

const LEAVING = {
  title: 'Have you stored the key?',
  text: 'It is shown only once. If you leave without it, you have to delete it and create another one.',
  stay: 'Back to the key',
  leave: 'Leave',
};

/** Shows a new key, once. The user leaves by confirming that it is stored. */
export function CreatedKeyDialog({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  const { name, key, owner } = created;
  const text = (
    <>
      The service keeps no copy of it. Store it in a safe place, such as a password manager: anyone who has it acts as{' '}
      <bdi>{owner.displayName}</bdi>.
    </>
  );
  return (
    <ShownOnceDialog
      title="Store the new key now"
      size="lg"
      notice={{ title: 'It is shown only once', text }}
      leaving={LEAVING}
    >
      <CopyField label={`Key “${name}”`} text={key} action="Copy key" isFirst />
      <CopyField label="Try it in a terminal" text={curlWith(key)} action="Copy command" />
      <Group justify="end">
        <Button onClick={onClose}>I have stored it</Button>
      </Group>
    </ShownOnceDialog>
  );
}

/** A command that lists the quizzes with a key. Neither origins nor keys contain special characters of a shell. */
const curlWith = (key: string) => `curl -H 'x-api-key: ${key}' ${location.origin}/api/quizzes`;
