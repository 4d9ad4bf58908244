import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDebouncedFilter } from './use-debounced-filter';

interface Props {
  label: string;
  /** `2026-11-21`, or empty. */
  value: string;
  error?: string;
  /** Called when the user pauses after entering a complete day or clearing the field. */
  onChange: (day: string) => void;
}

/** A day to filter by. Browsers report 0002-11-21 while somebody types the year 2026: such days are ignored. */
export function DayField({ label, value, error, onChange }: Props) {
  const [typed, setTyped] = useState(value);
  const [shownFor, setShownFor] = useState(value);
  // "Back" changes the value in the address.
  if (value !== shownFor) {
    setShownFor(value);
    setTyped(value);
  }
  const pick = useDebouncedFilter(onChange, 400);
  return (
    <TextInput
      type="date"
      label={label}
      max="9999-12-31"
      value={typed}
      error={error}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (!currentTarget.value.startsWith('0')) pick(currentTarget.value);
      }}
    />
  );
}
