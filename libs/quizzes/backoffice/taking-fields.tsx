import { Checkbox, Fieldset, NativeSelect, NumberInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { type FieldPathByValue, useController, useFormContext, useWatch } from 'react-hook-form';
import { useProblem, useTextField } from './quiz-field';
import classes from './quiz-form.module.css';
import type { QuizValues } from './quiz-values';

const REVEALS = [
  { value: 'always', label: 'After each attempt' },
  { value: 'afterLastAttempt', label: 'When they have no attempts left' },
  { value: 'never', label: 'Never' },
];

/** How the quiz is taken, and how it is found. */
export function TakingFields() {
  const { register } = useFormContext<QuizValues>();
  const requireStart = useWatch<QuizValues, 'requireStart'>({ name: 'requireStart' });
  return (
    <Fieldset legend="Taking the quiz">
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberField
            name="passPercentage"
            label="Pass mark"
            description="Percentage from which new attempts pass; empty for that of the service"
            max={100}
          />
          <NativeSelect
            {...register('revealAnswers')}
            label="Players see the correct answers"
            description="And the explanations. You always see them"
            data={REVEALS}
          />
          <TimeField name="opensAt" label="Opens" description="Players do not find it before; empty for no limit" />
          <TimeField name="closesAt" label="Closes" description="Players can read it, but not take it, from then on" />
        </SimpleGrid>
        <Checkbox
          {...register('requireStart')}
          label="Has to be started on the server"
          description="The server keeps the time, and players cannot read the correct answers before they submit"
        />
        {requireStart && (
          <NumberField
            name="drawCount"
            label="Questions per attempt"
            description="Each player gets so many, drawn at random; empty for all questions"
            max={200}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Textarea
            {...useTextField('tags')}
            label="Tags"
            description="One per line, up to 20"
            classNames={{ input: classes.growing }}
          />
          <TextInput
            {...useTextField('language')}
            label="Language"
            description="Such as en or de-AT; optional"
            autoComplete="off"
          />
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}

interface NumberProps {
  name: 'passPercentage' | 'drawCount';
  label: string;
  description: string;
  max: number;
}

function NumberField({ name, ...shown }: NumberProps) {
  const { field, fieldState } = useController<QuizValues, NumberProps['name']>({ name });
  return (
    <NumberInput
      {...field}
      {...shown}
      onChange={(value) => field.onChange(value === '' ? '' : Number(value))}
      min={0}
      clampBehavior="none"
      allowDecimal={false}
      error={fieldState.error?.message}
    />
  );
}

interface TimeProps {
  name: FieldPathByValue<QuizValues, string> & ('opensAt' | 'closesAt');
  label: string;
  description: string;
}

/** A time in the zone of the browser. Until it is changed, it keeps its seconds. */
function TimeField({ name, ...shown }: TimeProps) {
  const { field } = useController<QuizValues, TimeProps['name']>({ name });
  const error = useProblem(name);
  return (
    <TextInput
      {...field}
      {...shown}
      type="datetime-local"
      value={toLocal(field.value)}
      onChange={({ currentTarget: { value } }) => field.onChange(value === '' ? '' : new Date(value).toISOString())}
      error={error}
    />
  );
}

function toLocal(time: string): string {
  if (time === '') return '';
  const date = new Date(time);
  return new Date(date.getTime() - 60_000 * date.getTimezoneOffset()).toISOString().slice(0, 16);
}
