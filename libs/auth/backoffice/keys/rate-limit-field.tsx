import { NumberInput } from '@mantine/core';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';

/** The largest limit that a key can have. */
const MAX_RATE_LIMIT = 1_000_000;

interface Props<Form extends FieldValues> {
  control: Control<Form>;
  name: FieldPathByValue<Form, number | null>;
}

/** How many requests a key may send; null for the limit of the service. */
export function RateLimitField<Form extends FieldValues>({ control, name }: Props<Form>) {
  const { field, fieldState } = useController({ control, name, rules: { validate: problemOf } });
  const value: number | null = field.value;
  return (
    <NumberInput
      {...field}
      value={value ?? ''}
      onChange={(entered) => field.onChange(entered === '' ? null : Number(entered))}
      label="Rate limit"
      description="Requests per window of the rate limit: 60 seconds, or what RATE_LIMIT_WINDOW_SECONDS says. Empty for the limit of the service"
      min={1}
      max={MAX_RATE_LIMIT}
      clampBehavior="none"
      allowDecimal={false}
      thousandSeparator=","
      error={fieldState.error?.message}
    />
  );
}

function problemOf(limit: number | null): string | undefined {
  if (limit === null || (Number.isInteger(limit) && limit >= 1 && limit <= MAX_RATE_LIMIT)) return undefined;
  return `Enter a number from 1 to ${MAX_RATE_LIMIT.toLocaleString()}`;
}
