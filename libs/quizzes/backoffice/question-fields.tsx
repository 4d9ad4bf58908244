import { Stack, Textarea } from '@mantine/core';
import { memo } from 'react';
import { AnswerList } from './answer-list';
import { ImageField } from './image-field';
import type { QuestionActions } from './question-actions';
import { useTextField } from './quiz-field';
import classes from './quiz-form.module.css';

interface Props extends Pick<QuestionActions, 'addAnswersStep'> {
  index: number;
}

/** The fields of an open question. */
export const QuestionFields = memo(function QuestionFields({ index, addAnswersStep }: Props) {
  return (
    <Stack className={classes.fields} gap="sm">
      <Textarea
        {...useTextField(`questions.${index}.text`)}
        label="Question"
        description="Code in `backticks`, formulas as $x^2$"
        required
        classNames={{ input: classes.growing }}
      />
      <ImageField name={`questions.${index}.imageUrl`} label="Image" />
      <AnswerList question={index} addStep={(step) => addAnswersStep(index, step)} />
      <Textarea
        {...useTextField(`questions.${index}.explanation`)}
        label="Explanation"
        description="Shown to players together with the correct answer; optional"
        classNames={{ input: classes.growing }}
      />
    </Stack>
  );
});
