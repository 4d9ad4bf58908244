import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { components } from './api.gen.ts';
import { DataTable } from './data-table';

type TableColumns = components['schemas']['TableColumns'];

interface Props {
  table: TableColumns;
  /** What a column can be, by the names of the API. */
  labels: Record<string, string>;
  isPending: boolean;
  /** @param columns as the API takes them */
  onChoose: (columns: string) => void;
}

/** Asks which column of a table is which. */
export function ColumnChooser({ table: { header, columns, rows, isUnderstood }, labels, isPending, onChoose }: Props) {
  const [chosen, setChosen] = useState(columns.split(','));
  const options = [
    { value: '', label: 'Ignored' },
    ...Object.entries(labels).map(([value, label]) => ({ value, label })),
  ];
  const choices = header.map((name, index) => ({ name: name || `Column ${index + 1}`, index }));
  return (
    <Stack component="section" aria-label="Columns">
      <div>
        <Title order={2} size="h3">
          Which column is which?
        </Title>
        {!isUnderstood && <Text>The names of the columns do not say it. Choose what each of them is.</Text>}
      </div>
      <DataTable
        caption="Columns of the file"
        columns={[
          { head: 'Column', cell: ({ name }) => <bdi>{name}</bdi> },
          { head: 'First rows', cell: ({ index }) => <bdi>{rows.map((cells) => cells[index] ?? '').join(' · ')}</bdi> },
          {
            head: 'Is',
            cell: ({ name, index }) => (
              <NativeSelect
                aria-label={`What is “${name}”?`}
                data={options}
                value={chosen[index] ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  setChosen(header.map((_, other) => (other === index ? value : (chosen[other] ?? ''))))
                }
              />
            ),
          },
        ]}
        rows={choices}
        keyOf={({ index }) => String(index)}
        empty={<Text>The table has no columns.</Text>}
      />
      <Group>
        <Button
          variant={isUnderstood ? 'default' : 'filled'}
          loading={isPending}
          onClick={() => onChoose(chosen.join(','))}
        >
          Read with these columns
        </Button>
      </Group>
    </Stack>
  );
}
