import { Stack, Textarea } from '@mantine/core';
import { memo } from 'react';
import { AnswerList } from './answer-list';
import { ImageField } from './image-field';
import { useTextField } from './quiz-field';
import classes from './quiz-form.module.css';

/** The fields of an open question. */
export const QuestionFields = memo(function QuestionFields({ index }: { index: number }) {
  return (
    <Stack className={classes.fields} gap="sm">
      <Textarea
        {...useTextField(`questions.${index}.text`)}
        label="Question"
        required
        classNames={{ input: classes.growing }}
      />
      <ImageField name={`questions.${index}.imageUrl`} label="Image" />
      <AnswerList question={index} />
    </Stack>
  );
});
