import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Download, TriangleAlert } from 'lucide-react';
import { CopyField } from '#libs/backoffice-ui/copy-field.tsx';
import { saveFile } from '#libs/backoffice-ui/save-file.ts';

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onStored }: { codes: string[]; onStored: () => void }) {
  const text = codes.join('\n');
  return (
    <Stack>
      <Alert variant="default" icon={<TriangleAlert aria-hidden />} title="They are shown only once">
        <Text size="sm">
          Each code signs you in once, instead of the app’s. Keep them where you can find them without your phone, such
          as a password manager. Earlier codes no longer work.
        </Text>
      </Alert>
      <CopyField label="Recovery codes" text={text} action="Copy codes" />
      <Group>
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          onClick={() => saveFile('quiz-service-recovery-codes.txt', [`${text}\n`])}
        >
          Download codes
        </Button>
        <Button onClick={onStored}>I have stored them</Button>
      </Group>
    </Stack>
  );
}
