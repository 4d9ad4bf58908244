import { Loader, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { FILTER_WIDTH } from './filter-width';
import { useDebouncedFilter } from './use-debounced-filter';

interface Props {
  label: string;
  value: string | undefined;
  /** Called when the user pauses; undefined if the field is empty. */
  onChange: (value: string | undefined) => void;
  /** Whether the results are still loading. */
  isSearching: boolean;
}

/** Searches while the user types. */
export function SearchField({ label, value = '', onChange, isSearching }: Props) {
  const [typed, setTyped] = useState(value);
  const [shownFor, setShownFor] = useState(value);
  // "Back" changes the value in the address.
  if (value !== shownFor) {
    setShownFor(value);
    if (value !== typed.trim()) setTyped(value);
  }
  const search = useDebouncedFilter((text: string) => onChange(text === '' ? undefined : text), 250);
  const isBusy = isSearching || typed.trim() !== value;
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={isBusy && <Loader size="xs" role="status" aria-label="Searching …" />}
      maxLength={200}
      w={FILTER_WIDTH}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value.trim());
      }}
    />
  );
}
