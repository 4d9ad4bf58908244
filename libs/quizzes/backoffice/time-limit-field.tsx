import { Checkbox, Group, Input, NumberInput, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import type { QuizValues } from './quiz-values';

const TEN_MINUTES = 600;

const partsOf = (limit: number | null): [minutes: number | '', seconds: number | ''] => [
  Math.floor((limit ?? 0) / 60),
  (limit ?? 0) % 60,
];

const total = (minutes: number | '', seconds: number | '') => Number(minutes) * 60 + Number(seconds);

/** A time limit in minutes and seconds, or none. */
export function TimeLimitField() {
  const { field, fieldState } = useController<QuizValues, 'timeLimitSeconds'>({ name: 'timeLimitSeconds' });
  // As typed: 90 seconds stay 90 seconds, and a cleared field stays empty.
  const [[minutes, seconds], setParts] = useState(() => partsOf(field.value));
  if (field.value !== null && total(minutes, seconds) !== field.value) setParts(partsOf(field.value));
  const change = (parts: [number | '', number | '']) => {
    setParts(parts);
    field.onChange(total(...parts));
  };
  const id = useId();
  const hasLimit = field.value !== null;
  return (
    <Input.Wrapper
      label="Time limit"
      description="The server measures it from the start. Without starts, the app does"
      error={fieldState.error?.message}
      id={id}
      labelElement="div"
    >
      <Stack
        gap="xs"
        mt={5}
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-description${fieldState.error ? ` ${id}-error` : ''}`}
      >
        <Checkbox
          label="No time limit"
          checked={!hasLimit}
          onChange={({ currentTarget }) => field.onChange(currentTarget.checked ? null : TEN_MINUTES)}
        />
        {hasLimit && (
          <Group grow preventGrowOverflow={false}>
            <Part
              name={field.name}
              label="Minutes"
              value={minutes}
              hasProblem={fieldState.error !== undefined}
              onChange={(value) => change([value, seconds])}
              onBlur={field.onBlur}
            />
            <Part
              label="Seconds"
              value={seconds}
              hasProblem={fieldState.error !== undefined}
              onChange={(value) => change([minutes, value])}
              onBlur={field.onBlur}
            />
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

interface PartProps {
  label: string;
  name?: string;
  value: number | '';
  hasProblem: boolean;
  onChange: (value: number | '') => void;
  onBlur: () => void;
}

function Part({ hasProblem, onChange, ...props }: PartProps) {
  return (
    <NumberInput
      {...props}
      onChange={(value) => onChange(value === '' ? '' : Number(value))}
      min={0}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      error={hasProblem}
    />
  );
}
