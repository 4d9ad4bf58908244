import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { Column } from '#libs/backoffice-ui/data-table.tsx';
import { Email } from '#libs/backoffice-ui/email.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { PagedTable } from '#libs/backoffice-ui/paged-table.tsx';
import { hasBackoffice, ROLE_LABELS } from '#libs/backoffice-ui/users-data.ts';
import { countOf } from '../bulk-change';
import { cellOf, ignoredColumns, nameOf, type ReadUser, type UserReading } from './user-file';

interface Props {
  reading: UserReading;
  onImport: (reading: UserReading) => void;
}

/** The result for each row, and the button that creates the users. */
export function UserFilePreview({ reading, onImport }: Props) {
  const { columns, rows, table } = reading;
  const ignored = ignoredColumns(table);
  const users = rows.flatMap(({ user }) => user ?? []);
  const rejected = rows.length - users.length;
  const administrators = users.filter(({ role }) => hasBackoffice(role));
  return (
    <Stack component="section" aria-label="Preview">
      <div role="status">
        <Title order={2} size="h3">
          {users.length.toLocaleString()} of {rows.length.toLocaleString()} rows can be imported
        </Title>
        {ignored.length > 0 && (
          <Text>
            {ignored.length === 1 ? 'Ignored column' : 'Ignored columns'}: <bdi>{ignored.join(', ')}</bdi>
          </Text>
        )}
        {rejected > 0 && (
          <Text>
            The other {rejected === 1 ? 'row is' : `${rejected.toLocaleString()} rows are`} left out. You can save{' '}
            {rejected === 1 ? 'it' : 'them'} in the report.
          </Text>
        )}
      </div>
      {administrators.length > 0 && (
        <Alert
          variant="default"
          icon={<TriangleAlert aria-hidden />}
          title={
            administrators.length === 1
              ? 'One user will be an administrator or editor'
              : `${countOf(administrators.length)} will be administrators or editors`
          }
          maw={640}
        >
          Administrators manage all users, keys and quizzes; editors edit quizzes and see results. They have no password
          yet: set one on the page of each, unless they sign in at a provider.
        </Alert>
      )}
      {users.length > 0 && (
        <Group>
          <Button onClick={() => onImport(reading)}>Create {countOf(users.length)}</Button>
        </Group>
      )}
      <PagedTable
        caption="Rows of the file"
        columns={columnsFor(columns)}
        rows={rows}
        keyOf={({ line }) => String(line)}
        empty={<Empty title="There are no rows after the header" />}
      />
    </Stack>
  );
}

/** A row that cannot be imported is shown as it is in the file. */
const columnsFor = (columns: string[]): Column<ReadUser>[] => [
  { head: 'Line', cell: ({ line }) => line.toLocaleString() },
  { head: 'Name', cell: (row) => <bdi>{row.user?.displayName ?? nameOf(columns, row)}</bdi> },
  { head: 'Email', cell: (row) => <Email>{row.user?.email ?? cellOf(columns, row, 'email')}</Email> },
  {
    head: 'Role',
    cell: (row) => (row.user === null ? <bdi>{cellOf(columns, row, 'role')}</bdi> : ROLE_LABELS[row.user.role]),
  },
  ...(columns.includes('tags') ? [tagsColumn(columns)] : []),
  { head: 'Result', cell: ({ problem }) => <Result problem={problem} /> },
];

const tagsColumn = (columns: string[]): Column<ReadUser> => ({
  head: 'Tags',
  cell: (row) => <bdi>{row.user?.tags?.join(', ') ?? cellOf(columns, row, 'tags')}</bdi>,
});

function Result({ problem }: Pick<ReadUser, 'problem'>) {
  const Icon = problem === null ? CircleCheck : CircleX;
  return (
    <>
      <Icon size={16} aria-hidden style={{ verticalAlign: '-0.15em' }} /> <bdi>{problem ?? 'Fine'}</bdi>
    </>
  );
}
