// The selection of rows of a list.
import { Checkbox, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Column } from './data-table';

interface Selection<Row> {
  rows: Row[];
  /** Those of the rows that are selected. Rows that the page does not show are never among them. */
  selected: Row[];
  set: (ids: string[]) => void;
}

/** @param rows of the page */
export function useSelection<Row extends { id: string }>(rows: Row[]): Selection<Row> {
  const [ids, set] = useState<string[]>([]);
  return { rows, selected: rows.filter(({ id }) => ids.includes(id)), set };
}

/** The column in which rows are selected. */
export function selectionColumn<Row extends { id: string }>(
  { selected, set }: Selection<Row>,
  nameOf: (row: Row) => string,
): Column<Row, never> {
  const ids = selected.map(({ id }) => id);
  return {
    head: 'Select',
    role: 'selection',
    cell: (row) => (
      <Checkbox
        aria-label={`Select ${nameOf(row)}`}
        checked={ids.includes(row.id)}
        onChange={({ currentTarget }) =>
          set(currentTarget.checked ? [...ids, row.id] : ids.filter((id) => id !== row.id))
        }
      />
    ),
  };
}

interface Props<Row> {
  /** The accessible name, such as "Selected quizzes". */
  label: string;
  selection: Selection<Row>;
  /** What can be done with selected rows, if there are any. */
  children: ReactNode;
}

/** Selects all rows of the page, and shows what can be done with the selected ones. */
export function SelectedRows<Row extends { id: string }>({ label, selection, children }: Props<Row>) {
  const { rows, selected, set } = selection;
  const [all, count] = [rows.length, selected.length];
  return (
    <Group role="group" aria-label={label} gap="sm" mih={36}>
      <Checkbox
        label="Select all on this page"
        checked={all > 0 && count === all}
        indeterminate={count > 0 && count < all}
        onChange={({ currentTarget }) => set(currentTarget.checked ? rows.map(({ id }) => id) : [])}
      />
      <Text size="sm" c="dimmed" role="status">
        {count > 0 && `${count} selected`}
      </Text>
      {children}
    </Group>
  );
}
