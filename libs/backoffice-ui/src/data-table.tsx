import { Skeleton, Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { Failure } from './page-states';

export interface Column<Row, Sort extends string = string> {
  /** The column header; on narrow screens also the label of the cell. */
  head: string;
  /** Shown instead of the header, such as a checkbox that selects all rows. */
  headCell?: ReactNode;
  /** Whether only screen readers get the header, such as above buttons that say what they do. */
  isHeadHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** The service's sort key, if it can sort by this column. */
  sort?: Sort;
  align?: 'right';
  /** On narrow screens: what begins an entry of the list, by default the first column, or what stands beside it without a label. */
  role?: 'name' | 'action' | 'selection';
  /** Whether a click anywhere in the row follows the link of this column; other links and controls of the row keep theirs. */
  opensRow?: boolean;
}

export interface Sorting<Sort extends string> {
  by: Sort;
  order: 'asc' | 'desc';
  onChange: (by: Sort, order: 'asc' | 'desc') => void;
}

interface Props<Row, Sort extends string> {
  /** The accessible name of the table. */
  caption: string;
  columns: Column<Row, Sort>[];
  /** Undefined while they load. */
  rows: Row[] | undefined;
  keyOf: (row: Row) => string;
  /** The query that loads the rows, if it is the table that shows its states. */
  query?: {
    error: unknown;
    /** Whether the rows are those of the previous search or page while new ones load. */
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  /** Shown if there are no rows. */
  empty: ReactNode;
  sorting?: Sorting<Sort>;
}

/** A table with its loading, empty and failed states. Its roles are written out, because the narrow layout would lose them. */
export function DataTable<Row, Sort extends string = string>(props: Props<Row, Sort>) {
  const { caption, columns, keyOf, query, empty, sorting } = props;
  const isStale = query?.isPlaceholderData === true;
  // An empty previous result says nothing about the next one.
  const rows = isStale && props.rows?.length === 0 ? undefined : props.rows;
  if (query?.error != null && rows === undefined) {
    return <Failure error={query.error} retry={() => void query.refetch()} />;
  }
  if (rows?.length === 0) return empty;
  const name = columns.find(({ role }) => role === 'name') ?? columns[0];
  return (
    <Table className={classes.table} role="table" aria-busy={rows === undefined || isStale} highlightOnHover>
      <caption style={{ captionSide: 'top' }}>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map((column) => (
            <Head key={column.head} column={column} {...(sorting && { sorting })} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {rows?.map((row) => (
          <Table.Tr key={keyOf(row)} role="row">
            {columns.map((column) => (
              <Table.Td
                key={column.head}
                role="cell"
                data-head={column.head}
                data-role={column === name ? 'name' : column.role}
                data-opens-row={column.opensRow}
                ta={column.align}
              >
                <div>{column.cell(row)}</div>
              </Table.Td>
            ))}
          </Table.Tr>
        )) ?? <LoadingRows columns={columns.map(({ head }) => head)} />}
      </Table.Tbody>
    </Table>
  );
}

function Head<Row, Sort extends string>({ column, sorting }: { column: Column<Row, Sort>; sorting?: Sorting<Sort> }) {
  const { head, headCell, isHeadHidden = false, sort, align } = column;
  if (sort === undefined || sorting === undefined) {
    return (
      <Table.Th role="columnheader" ta={align} data-role={headCell === undefined ? undefined : 'control'}>
        {headCell ?? (isHeadHidden ? <VisuallyHidden>{head}</VisuallyHidden> : head)}
      </Table.Th>
    );
  }
  const isSorted = sorting.by === sort;
  const isAscending = isSorted && sorting.order === 'asc';
  const Icon = isSorted ? (isAscending ? ArrowUp : ArrowDown) : ArrowUpDown;
  return (
    <Table.Th role="columnheader" ta={align} aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton className={classes.sort} onClick={() => sorting.onChange(sort, isAscending ? 'desc' : 'asc')}>
        {head}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

function LoadingRows({ columns }: { columns: string[] }) {
  return Array.from({ length: 5 }, (_, row) => (
    <Table.Tr key={row} role="row">
      {columns.map((head) => (
        <Table.Td key={head} role="cell" data-head={head}>
          <Skeleton height={16} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
