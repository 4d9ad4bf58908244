import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Columns3 } from 'lucide-react';
import { OPTIONAL_COLUMNS } from './quiz-columns';

/** The hidden columns of the list, which this browser stores. */
export function useHiddenColumns(): [readonly string[], (hidden: readonly string[]) => void] {
  const [stored, store] = useLocalStorage({
    key: 'hidden columns of quizzes',
    // All do not fit beside the menu of a common screen.
    defaultValue: 'Changed',
    getInitialValueInEffect: false,
    serialize: (heads) => heads,
    deserialize: (heads) => heads ?? 'Changed',
  });
  return [stored.split(','), (hidden) => store(hidden.join(','))];
}

interface Props {
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
}

/** Chooses the columns of the list. */
export function ColumnMenu({ hidden, onChange }: Props) {
  return (
    <Popover position="bottom-start" withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Columns3 size={16} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="xs">
          {OPTIONAL_COLUMNS.map((head) => (
            <Checkbox
              key={head}
              label={head}
              checked={!hidden.includes(head)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? hidden.filter((one) => one !== head) : [...hidden, head])
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
