import { Checkbox, Fieldset, NativeSelect, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FieldPathByValue, useController, useFormContext, useWatch } from 'react-hook-form';
import { FindingFields } from './finding-fields';
import { useProblem } from './quiz-field';
import { type QuizValues, REVEALS } from './quiz-values';

const SHOWN = 'With the explanations. They always see their score';
const READABLE = 'With a key, they can still read the correct answers, unless they have to start each attempt';

/** How the quiz is taken, and how it is found. */
export function TakingFields() {
  const { register } = useFormContext<QuizValues>();
  const requireStart = useWatch<QuizValues, 'requireStart'>({ name: 'requireStart' });
  const revealAnswers = useWatch<QuizValues, 'revealAnswers'>({ name: 'revealAnswers' });
  const isReadable = revealAnswers !== 'always' && !requireStart;
  return (
    <Fieldset legend="Taking the quiz">
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberField
            name="passPercentage"
            label="Pass mark"
            description="Percentage needed to pass, in new attempts. Empty: that of the service"
            max={100}
          />
          <NativeSelect
            {...register('revealAnswers')}
            label="Players see the correct answers"
            description={isReadable ? `${SHOWN}. ${READABLE}` : SHOWN}
            data={Object.entries(REVEALS).map(([value, label]) => ({ value, label }))}
          />
          <TimeField
            name="opensAt"
            label="Opens"
            description="Before then, players cannot see the quiz. Empty: it is open"
          />
          <TimeField
            name="closesAt"
            label="Closes"
            description="From then on, players can read the quiz but not take it. Empty: it stays open"
          />
        </SimpleGrid>
        <Checkbox
          {...register('requireStart')}
          label="Players have to start each attempt"
          description="The server then keeps the time, and hides the correct answers until the attempt is over. A start uses up an attempt, even if the player submits nothing"
        />
        {requireStart && (
          <NumberField
            name="drawCount"
            label="Questions per attempt"
            description="Each attempt has so many of the questions, chosen at random. Empty: all of them"
            max={200}
          />
        )}
        <FindingFields />
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
