import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { toDateInput } from '#libs/backoffice-ui/days.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { endOf, type Expiry, type ExpiryChoice, problemOfExpiry } from './expiry';

interface Props<Form extends FieldValues> {
  control: Control<Form>;
  name: FieldPathByValue<Form, Expiry>;
  label?: string;
  choices?: { value: ExpiryChoice; label: string }[];
  /** In the sentence about the result. */
  subject?: string;
  /** When the key ends now, if the new end must be earlier. */
  latest?: string | null;
  /** From when days are counted. */
  now: Date;
}

/** What a key can be created with. */
export const EXPIRY_CHOICES: { value: ExpiryChoice; label: string }[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '365 days' },
  { value: 'date', label: 'On a date' },
  { value: 'none', label: 'Never' },
];

/** The choice of an expiry, and the resulting timestamp. */
export function ExpiryFields<Form extends FieldValues>(props: Props<Form>) {
  const { control, name, label = 'Expires', choices = EXPIRY_CHOICES, subject = 'The key', latest = null, now } = props;
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate: (expiry: Expiry) => problemOfExpiry(expiry, latest, new Date()) },
  });
  const value: Expiry = field.value;
  const { onChange, ref } = field;
  const error = fieldState.error?.message;
  const end = endOf(value, now);
  const isDate = value.choice === 'date';
  return (
    <Stack gap="xs">
      <NativeSelect
        ref={isDate ? undefined : ref}
        label={label}
        data={choices}
        value={value.choice}
        error={isDate ? undefined : error}
        onChange={({ currentTarget }) => onChange({ ...value, choice: currentTarget.value as ExpiryChoice })}
      />
      {isDate && (
        <TextInput
          ref={ref}
          type="date"
          label="Last day"
          required
          min={toDateInput(now.toISOString())}
          max={latest === null ? '9999-12-31' : toDateInput(latest)}
          value={value.day}
          error={error}
          onChange={({ currentTarget }) => onChange({ ...value, day: currentTarget.value })}
        />
      )}
      <Text size="sm" role="status">
        {end === null && `${subject} works until it is deleted.`}
        {end instanceof Date && (
          <>
            {subject} works until <Time at={end.toISOString()} />.
          </>
        )}
      </Text>
    </Stack>
  );
}
