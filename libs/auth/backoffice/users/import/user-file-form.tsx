import { Alert, Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { saveFile } from '#libs/backoffice-ui/save-file.ts';
import { MAX_CHARACTERS, TEMPLATE, type UserReading } from './user-file';
import { UserFilePreview } from './user-file-preview';

/** Reads a CSV file of users, and shows what it would create. */
export function UserFileForm({ onImport }: { onImport: (reading: UserReading) => void }) {
  const [file, setFile] = useState<File | null>(null);
  const reading = useMutation({
    mutationFn: async (chosen: File) => {
      // A character has at most four bytes in UTF-8.
      if (chosen.size > 4 * MAX_CHARACTERS) throw new Error('The file is too large. Divide it into several files');
      const text = await chosen.text();
      const read = await dataOf(api.POST('/users/file-reading', { body: { text } }));
      return { ...read, isUtf8: !text.includes('\uFFFD') };
    },
  });
  return (
    <Stack>
      <Text maw={640}>
        The first line of the file names the columns: email and displayName, and optionally role (player, viewer or
        admin; player by default) and image (its address). Each further line is one user; up to 1,000 are read. You see
        which rows can be imported before anything is stored.
      </Text>
      <Group>
        <Button variant="default" onClick={() => saveFile('users.csv', [TEMPLATE])}>
          Download a template
        </Button>
      </Group>
      <FileInput
        label="CSV file"
        placeholder="Choose a file"
        accept=".csv,.tsv,.txt,text/csv"
        maw={640}
        value={file}
        onChange={(chosen) => {
          setFile(chosen);
          reading.reset();
        }}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the file' }}
      />
      <Group>
        <Button
          disabled={file === null}
          loading={reading.isPending}
          onClick={() => {
            if (file !== null) reading.mutate(file);
          }}
        >
          Read users
        </Button>
      </Group>
      {reading.error !== null && (
        <Alert color="red" variant="outline" role="alert" title="The file could not be read" maw={640}>
          {reading.error.message}
        </Alert>
      )}
      {reading.data?.isUtf8 === false && (
        <Alert
          variant="default"
          icon={<TriangleAlert aria-hidden />}
          title="Some characters could not be read"
          maw={640}
        >
          The file seems not to be in UTF-8: names have the character “�”. Save it in UTF-8 and choose it again.
        </Alert>
      )}
      {reading.data !== undefined && <UserFilePreview reading={reading.data} onImport={onImport} />}
    </Stack>
  );
}
