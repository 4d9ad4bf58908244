import { Alert, Button, FileInput, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { saveFile } from '#libs/backoffice-ui/save-file.ts';
import { QUESTION_FORMATS, type ReadFormat } from './formats';
import { QuestionsReport } from './questions-report';
import classes from './quiz-form.module.css';

/** Reads the questions of a file, and makes a quiz of the readable ones. */
export function QuestionsImport({ format }: { format: ReadFormat }) {
  const { label, accept, template, isMarkup = false, shorten = (whole) => whole } = QUESTION_FORMATS[format];
  const [text, setText] = useState('');
  const [title, setTitle] = useState('');
  const reading = useMutation({
    mutationFn: (file: string) => dataOf(api.POST('/quizzes/question-reading', { body: { format, text: file } })),
  });
  const open = async (file: File | null) => {
    if (file === null) return;
    setTitle(file.name.replace(/\.[^.]*$/, ''));
    setText(shorten(await file.text()));
    reading.reset();
  };
  return (
    <Stack>
      <Text maw={640}>
        Choose a {label} file, or paste its text. Nothing is stored yet: first you see which questions could be read,
        then you complete the quiz.
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
          setText(currentTarget.value);
          reading.reset();
        }}
        maw={640}
        spellCheck={false}
        classNames={{ input: classes.growing }}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      {text.includes('\uFFFD') && (
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
        <Button disabled={text.trim() === ''} loading={reading.isPending} onClick={() => reading.mutate(text)}>
          Read questions
        </Button>
      </Group>
      {reading.error !== null && (
        <Alert color="red" variant="outline" role="alert" title="The text could not be read" maw={640}>
          {reading.error.message}
        </Alert>
      )}
      {reading.data !== undefined && (
        <QuestionsReport questions={reading.data.questions} source={isMarkup ? undefined : text} title={title} />
      )}
    </Stack>
  );
}
