import { Alert, Button, FileInput, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ColumnChooser } from '#libs/backoffice-ui/column-chooser.tsx';
import { fileBody, isMisread, readUpload, type Upload } from '#libs/backoffice-ui/read-upload.ts';
import { saveFile } from '#libs/backoffice-ui/save-file.ts';
import { unavailable } from '#libs/backoffice-ui/unavailable.ts';
import { QUESTION_FORMATS, type ReadFormat } from './formats';
import { QuestionsReport } from './questions-report';
import classes from './quiz-form.module.css';

/** What a column of a table can be. */
const ROLES = { question: 'Question', answer: 'Answer', correct: 'Correct answers', explanation: 'Explanation' };

interface Props {
  format: ReadFormat;
  /** The quiz that gets the questions; undefined if they become a new one. */
  quizId: string | undefined;
}

/** Reads the questions of a file, and makes a quiz of the readable ones, or adds them to one. */
export function QuestionsImport({ format, quizId }: Props) {
  const { label, accept, template, isMarkup = false, shorten = (whole) => whole } = QUESTION_FORMATS[format];
  const [upload, setUpload] = useState<Upload>({ text: '' });
  const [title, setTitle] = useState('');
  const emptyId = useId();
  const reading = useMutation({
    mutationFn: (columns?: string) =>
      dataOf(
        api.POST('/quizzes/question-reading', {
          params: { query: { format, ...(columns !== undefined && { columns }) } },
          ...fileBody(upload),
        }),
      ),
  });
  const opening = useMutation({
    mutationFn: (file: File) => readUpload(file, shorten),
  });
  const text = 'text' in upload ? upload.text : '';
  const isEmpty = 'text' in upload && upload.text.trim() === '';
  const error = opening.error ?? reading.error;
  const open = async (file: File | null) => {
    if (file === null) return;
    setTitle(file.name.replace(/\.[^.]*$/, ''));
    reading.reset();
    await opening.mutateAsync(file).then(setUpload, () => setUpload({ text: '' }));
  };
  return (
    <Stack>
      <Text maw={640}>
        Choose the {label} file, or paste its text. Nothing is stored yet: first you see which questions could be read,
        then you {quizId === undefined ? 'complete the quiz' : 'add them to the quiz and save it'}.
      </Text>
      {template !== undefined && (
        <Group>
          <Button variant="default" onClick={() => saveFile(`questions.${format}`, [template])}>
            Download a template
          </Button>
        </Group>
      )}
      <FileInput
        label={`${label} file`}
        placeholder="Choose a file"
        accept={accept}
        maw={640}
        onChange={(file) => void open(file)}
      />
      <Textarea
        label={`Text of the ${label} file`}
        value={text}
        onChange={({ currentTarget }) => {
          setUpload({ text: currentTarget.value });
          opening.reset();
          reading.reset();
        }}
        maw={640}
        spellCheck={false}
        classNames={{ input: classes.growing }}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      {isMisread(upload) && (
        <Alert
          variant="default"
          icon={<TriangleAlert aria-hidden />}
          title="Some characters could not be read"
          maw={640}
        >
          The file seems not to be in UTF-8. Save it in UTF-8 and choose it again, or correct the characters “�” later.
        </Alert>
      )}
      <Group>
        <Button
          {...(isEmpty && unavailable(emptyId))}
          loading={reading.isPending}
          onClick={() => !isEmpty && reading.mutate(undefined)}
        >
          Read questions
        </Button>
        {isEmpty && (
          <Text size="sm" c="dimmed" id={emptyId}>
            Choose a file or enter its text first.
          </Text>
        )}
      </Group>
      {error !== null && (
        <Alert color="red" variant="outline" role="alert" title="The file could not be read" maw={640}>
          {error.message}
        </Alert>
      )}
      {reading.data !== undefined && reading.data.table?.isUnderstood !== false && (
        <QuestionsReport
          questions={reading.data.questions}
          source={isMarkup || text === '' ? undefined : text}
          title={title}
          quizId={quizId}
        />
      )}
      {reading.data?.table != null && (
        <ColumnChooser
          key={reading.submittedAt}
          table={reading.data.table}
          labels={ROLES}
          isPending={reading.isPending}
          onChoose={(columns) => reading.mutate(columns)}
        />
      )}
    </Stack>
  );
}
