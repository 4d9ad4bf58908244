import { Alert, Button, FileInput, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { GiftReport } from './gift-report';
import classes from './quiz-form.module.css';

/** Reads questions in GIFT, Moodle's text format, and makes a quiz of the readable ones. */
export function GiftImport() {
  const [text, setText] = useState('');
  const [title, setTitle] = useState('');
  const reading = useMutation({
    mutationFn: (gift: string) => dataOf(api.POST('/quizzes/gift-reading', { body: { text: gift } })),
  });
  const open = async (file: File | null) => {
    if (file === null) return;
    setTitle(file.name.replace(/\.[^.]*$/, ''));
    setText(await file.text());
    reading.reset();
  };
  return (
    <Stack>
      <Text maw={640}>
        Choose a file in Moodle’s text format GIFT, or paste its text. Nothing is stored yet: first you see which
        questions could be read, then you complete the quiz.
      </Text>
      <FileInput
        label="GIFT file"
        placeholder="Choose a file"
        accept=".gift,.txt,text/plain"
        maw={640}
        onChange={(file) => void open(file)}
      />
      <Textarea
        label="Text of the file"
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
        <Alert variant="outline" color="orange" title="Some characters could not be read" maw={640}>
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
      {reading.data !== undefined && <GiftReport questions={reading.data.questions} source={text} title={title} />}
    </Stack>
  );
}
