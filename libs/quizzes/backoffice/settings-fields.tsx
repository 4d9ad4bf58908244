import { Checkbox, Fieldset, NumberInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useController, useFormContext } from 'react-hook-form';
import { ImageField } from './image-field';
import { useTextField } from './quiz-field';
import { MAX_ATTEMPTS } from './quiz-rules';
import type { QuizValues } from './quiz-values';
import { TimeLimitField } from './time-limit-field';
import classes from './quiz-form.module.css';

/** The fields of a quiz other than its questions. */
export function SettingsFields() {
  const { register } = useFormContext<QuizValues>();
  return (
    <Fieldset legend="Settings">
      <Stack>
        <TextInput {...useTextField('title')} label="Title" required autoComplete="off" />
        <Textarea
          {...useTextField('description')}
          label="Description"
          description="What players read before they begin; optional"
          classNames={{ input: classes.growing }}
        />
        <ImageField name="heroImageUrl" label="Cover image" />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <MaxAttemptsField />
          <TimeLimitField />
        </SimpleGrid>
        <Checkbox
          {...register('randomizeQuestions')}
          label="Random order of questions"
          description="Each start shuffles the questions and their answers. Without starts, the app has to do it"
        />
      </Stack>
    </Fieldset>
  );
}

function MaxAttemptsField() {
  const { field, fieldState } = useController<QuizValues, 'maxAttempts'>({ name: 'maxAttempts' });
  return (
    <NumberInput
      {...field}
      onChange={(value) => field.onChange(value === '' ? '' : Number(value))}
      label="Attempts per player"
      description="How often each player may take the quiz"
      required
      min={1}
      max={MAX_ATTEMPTS}
      clampBehavior="none"
      allowDecimal={false}
      thousandSeparator=","
      error={fieldState.error?.message}
    />
  );
}
