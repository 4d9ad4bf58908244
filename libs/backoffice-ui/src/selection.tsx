// The selection of rows of a list.
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Column } from './data-table';

/** How many rows the API changes or exports at once. */
export const MAX_CHANGED = 100;

export interface Selection<Row> {
  /** Those of the page. */
  rows: Row[];
  /** Of all pages; those of this page first. */
  selected: Row[];
  set: (selected: Row[]) => void;
  /** How many rows can be selected. */
  max: number;
  /** The checkbox that selects all rows of the page. */
  selectAll: RefObject<HTMLInputElement | null>;
}

const isAmong = (rows: { id: string }[], { id }: { id: string }) => rows.some((row) => row.id === id);

/**
 * A selection that survives a change of page, search and order.
 * @param rows of the page
 * @param max how many rows can be selected
 */
export function useSelection<Row extends { id: string }>(rows: Row[], max = MAX_CHANGED): Selection<Row> {
  const [known, set] = useState<Row[]>([]);
  const selected = [...rows.filter((row) => isAmong(known, row)), ...known.filter((row) => !isAmong(rows, row))];
  return { rows, selected, set, max, selectAll: useRef<HTMLInputElement>(null) };
}

/** The column in which rows are selected, all rows of the page in its head. */
export function selectionColumn<Row extends { id: string }>(
  selection: Selection<Row>,
  nameOf: (row: Row) => string,
): Column<Row, never> {
  const { selected, set, max } = selection;
  return {
    head: 'Selection',
    headCell: <SelectAll selection={selection} />,
    role: 'selection',
    cell: (row) => (
      <Checkbox
        aria-label={`Select ${nameOf(row)}`}
        checked={isAmong(selected, row)}
        disabled={selected.length >= max && !isAmong(selected, row)}
        onChange={({ currentTarget }) =>
          set(currentTarget.checked ? [...selected, row] : selected.filter(({ id }) => id !== row.id))
        }
      />
    ),
  };
}

function SelectAll<Row extends { id: string }>({ selection }: { selection: Selection<Row> }) {
  const { rows, selected, set, max, selectAll } = selection;
  const here = rows.filter((row) => isAmong(selected, row)).length;
  return (
    <Checkbox
      ref={selectAll}
      aria-label="Select all on this page"
      title="Select all on this page"
      checked={rows.length > 0 && here === rows.length}
      indeterminate={here > 0 && here < rows.length}
      onChange={({ currentTarget }) =>
        set(
          currentTarget.checked
            ? [...selected, ...rows.filter((row) => !isAmong(selected, row))].slice(0, max)
            : selected.filter((row) => !isAmong(rows, row)),
        )
      }
    />
  );
}

interface Props<Row> {
  /** The accessible name, such as "Selected quizzes". */
  label: string;
  selection: Selection<Row>;
  /** What can be done with selected rows, if there are any. */
  children: ReactNode;
}

/** What can be done with the selected rows of all pages. */
export function SelectedRows<Row extends { id: string }>({ label, selection, children }: Props<Row>) {
  const { rows, selected, set, max, selectAll } = selection;
  const elsewhere = selected.filter((row) => !isAmong(rows, row));
  const count = selected.length;
  return (
    // Its line stays, so that the rows do not move with the first choice.
    <Group role="group" aria-label={label} gap="sm" mih={36}>
      <Text size="sm" c="dimmed" role="status">
        {count === 0 ? 'None selected' : `${count} selected`}
        {elsewhere.length > 0 && `, ${elsewhere.length} of them not on this page`}
        {count >= max && '. More cannot be selected at once.'}
      </Text>
      {children}
      {count > 0 && (
        <Button
          variant="subtle"
          onClick={() => {
            set([]);
            // This button is gone then.
            selectAll.current?.focus();
          }}
        >
          Clear selection
        </Button>
      )}
    </Group>
  );
}
