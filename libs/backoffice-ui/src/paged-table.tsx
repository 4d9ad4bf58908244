import { Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Column, DataTable } from './data-table';
import { PageLinks } from './pager';

const LIMIT = 50;

interface Props<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  empty: ReactNode;
}

/** A table of rows that the page already has, page by page. */
export function PagedTable<Row>({ rows, ...table }: Props<Row>) {
  const [wanted, setWanted] = useState(1);
  const totalPages = Math.ceil(rows.length / LIMIT);
  const page = Math.max(1, Math.min(wanted, totalPages));
  return (
    <Stack>
      <DataTable {...table} rows={rows.slice((page - 1) * LIMIT, page * LIMIT)} />
      <PageLinks
        label={`Pages of ${table.caption}`}
        pagination={{ page, limit: LIMIT, total: rows.length, totalPages }}
        onChange={setWanted}
      />
    </Stack>
  );
}
