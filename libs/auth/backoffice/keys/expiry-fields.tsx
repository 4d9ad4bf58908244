import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type Control, type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form';
import { toDateInput } from '#libs/backoffice-ui/days.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { endOf } from './expiry';
import type { KeyForm } from './key-form';

const CHOICES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '365 days' },
  { value: 'date', label: 'On a date' },
  { value: 'none', label: 'Never' },
];

interface Props {
  register: UseFormRegister<KeyForm>;
  control: Control<KeyForm>;
  errors: FieldErrors<KeyForm>;
  /** Start of the key's lifetime. */
  now: Date;
}

/** The choice of an expiry, and the resulting timestamp. */
export function ExpiryFields({ register, control, errors, now }: Props) {
  const [expiry, day] = useWatch({ control, name: ['expiry', 'day'] });
  const end = endOf(expiry, day, now);
  return (
    <Stack gap="xs">
      <NativeSelect label="Expires" data={CHOICES} error={errors.expiry?.message} {...register('expiry')} />
      {expiry === 'date' && (
        <TextInput
          type="date"
          label="Last day"
          required
          min={toDateInput(now.toISOString())}
          max="9999-12-31"
          error={errors.day?.message}
          {...register('day', { validate: problemOfDay })}
        />
      )}
      <Text size="sm" role="status">
        {end === null && 'The key works until it is deleted.'}
        {end instanceof Date && (
          <>
            The key works until <Time at={end.toISOString()} />.
          </>
        )}
      </Text>
    </Stack>
  );
}

function problemOfDay(day: string): string | undefined {
  const end = endOf('date', day, new Date());
  if (end instanceof Date) return end.getTime() > Date.now() ? undefined : 'Choose a day that is not over yet';
  return 'Choose the last day on which the key works';
}
