import { Alert, Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ColumnChooser } from '#libs/backoffice-ui/column-chooser.tsx';
import { fileBody, isMisread, readUpload } from '#libs/backoffice-ui/read-upload.ts';
import { saveFile } from '#libs/backoffice-ui/save-file.ts';
import { unavailable } from '#libs/backoffice-ui/unavailable.ts';
import { TEMPLATE, type UserReading } from './user-file';
import { UserFilePreview } from './user-file-preview';

/** What a column can be. */
const ROLES = {
  email: 'Email',
  displayName: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  role: 'Role',
  image: 'Address of an image',
  tags: 'Tags',
};

/** Reads a file of users, and shows what it would create. */
export function UserFileForm({ onImport }: { onImport: (reading: UserReading) => void }) {
  const [file, setFile] = useState<File | null>(null);
  const noFileId = useId();
  const reading = useMutation({
    mutationFn: async ({ chosen, columns }: { chosen: File; columns?: string }) => {
      const upload = await readUpload(chosen);
      const query = columns === undefined ? {} : { columns };
      const read = await dataOf(api.POST('/users/file-reading', { params: { query }, ...fileBody(upload) }));
      return { ...read, isUtf8: !isMisread(upload) };
    },
  });
  return (
    <Stack>
      <Text maw={640}>
        The first line of the file names the columns: email and displayName (or firstname and lastname), and optionally
        role (player, viewer, application, editor or admin; player by default), image (its address) and tags or class
        (one or several, separated by commas or semicolons); others are ignored. Each further line is one user; up to
        1,000 are read. You see which rows can be imported before anything is stored.
      </Text>
      <Group>
        <Button variant="default" onClick={() => saveFile('users.csv', [TEMPLATE])}>
          Download a template
        </Button>
      </Group>
      <FileInput
        label="CSV or Excel file"
        placeholder="Choose a file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
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
          {...(file === null && unavailable(noFileId))}
          loading={reading.isPending}
          onClick={() => {
            if (file !== null) reading.mutate({ chosen: file });
          }}
        >
          Read users
        </Button>
        {file === null && (
          <Text size="sm" c="dimmed" id={noFileId}>
            Choose a file first.
          </Text>
        )}
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
      {reading.data?.table.isUnderstood === true && <UserFilePreview reading={reading.data} onImport={onImport} />}
      {reading.data !== undefined && file !== null && (
        <ColumnChooser
          key={reading.submittedAt}
          table={reading.data.table}
          labels={ROLES}
          isPending={reading.isPending}
          onChoose={(columns) => reading.mutate({ chosen: file, columns })}
        />
      )}
    </Stack>
  );
}
