import { Box, Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import classes from './bar-figure.module.css';
import { formatNumber } from './numbers';

/** The height of a chart in pixels. */
const HEIGHT = { base: 180, sm: 240 };

/** The meaning of the bars, or of the parts of each bar from the bottom up. */
export interface Series<Row> {
  name: string;
  of: (row: Row) => number;
}

interface Props<Row> {
  title: string;
  description?: ReactNode;
  /** The category of each bar. */
  category: { name: string; of: (row: Row) => string };
  rows: Row[];
  /** One, or two that are stacked. */
  series: readonly [Series<Row>] | readonly [Series<Row>, Series<Row>];
  /** The meaning of the whole bar, if it has two parts. */
  total?: string;
  /** A line across the bars, at a place in the category of a row. */
  mark?: { at: { row: Row | undefined; position: 'start' | 'middle' | 'end' }; label: string };
  /** Shown if all numbers are 0. */
  empty: string;
}

const COLORS = ['var(--bar-first)', 'var(--bar-second)'];

/** A bar chart, an image to screen readers. The pointer and the arrow keys show the numbers of a bar, a table shows all of them. */
export function BarFigure<Row>({ title, description, category, rows, series, total, mark, empty }: Props<Row>) {
  const [isTableShown, table] = useDisclosure();
  const tableId = useId();
  // The code of charts is large: a page shows its numbers first.
  const code = useQuery({
    queryKey: ['code', 'charts'],
    queryFn: () => import('./bar-chart'),
    staleTime: Infinity,
    structuralSharing: false,
  });
  const BarChart = code.data?.default;
  const sumOf = (row: Row) => series.reduce((sum, { of }) => sum + of(row), 0);
  const highest = rows.reduce<Row | undefined>(
    (best, row) => (best === undefined || sumOf(row) > sumOf(best) ? row : best),
    undefined,
  );
  const isEmpty = highest === undefined || sumOf(highest) === 0;
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {description !== undefined && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </div>
        {isEmpty ? (
          <Text>{empty}</Text>
        ) : (
          <>
            <div className={classes.chart}>
              {BarChart === undefined ? (
                <Box h={HEIGHT}>{code.isError && <Text>The chart could not be loaded.</Text>}</Box>
              ) : (
                <BarChart
                  h={HEIGHT}
                  type="stacked"
                  data={rows.map((row) => ({
                    category: category.of(row),
                    ...Object.fromEntries(series.map(({ name, of }) => [name, of(row)])),
                  }))}
                  dataKey="category"
                  series={series.map(({ name }, index) => ({ name, color: COLORS[index] ?? '' }))}
                  valueFormatter={formatNumber}
                  maxBarWidth={64}
                  withLegend={series.length > 1}
                  legendProps={{ itemSorter: null }}
                  barChartProps={{
                    // Mantine moves the labels of the axis by 10 px to the left, and the first one may be as wide as "Wed 10:00 PM".
                    margin: { top: 12, right: 4, bottom: 0, left: 20 },
                    ...image(
                      `Bar chart: ${title}. Highest: ${category.of(highest)} with ${formatNumber(sumOf(highest))}.${mark === undefined ? '' : ` ${mark.label}.`}`,
                    ),
                  }}
                  xAxisProps={{ minTickGap: 16, interval: 'equidistantPreserveStart' }}
                  yAxisProps={{
                    allowDecimals: false,
                    width: 'auto',
                    // The label of the line is above the bars.
                    ...(mark !== undefined && { padding: { top: 20 } }),
                  }}
                  referenceLines={
                    mark?.at.row === undefined
                      ? []
                      : [
                          {
                            x: category.of(mark.at.row),
                            position: mark.at.position,
                            label: mark.label,
                            // On the side of the line that has more room.
                            labelPosition:
                              rows.indexOf(mark.at.row) < rows.length / 2 ? 'insideTopLeft' : 'insideTopRight',
                            color: 'var(--bar-mark)',
                          },
                        ]
                  }
                />
              )}
            </div>
            <Group>
              <Button
                variant="default"
                size="xs"
                onClick={table.toggle}
                aria-expanded={isTableShown}
                aria-controls={tableId}
              >
                {isTableShown ? 'Hide the table' : 'Show as table'}
              </Button>
            </Group>
            <div id={tableId} hidden={!isTableShown}>
              {isTableShown && (
                <Numbers
                  title={title}
                  heads={[category.name, ...(total === undefined ? [] : [total]), ...series.map(({ name }) => name)]}
                  rows={rows.map((row) => [
                    category.of(row),
                    ...(total === undefined ? [] : [sumOf(row)]),
                    ...series.map(({ of }) => of(row)),
                  ])}
                />
              )}
            </div>
          </>
        )}
      </Stack>
    </Paper>
  );
}

/** The chart passes these attributes on, although its type does not name them. */
const image = (name: string) => ({ role: 'img', 'aria-label': name });

function Numbers({ title, heads, rows }: { title: string; heads: string[]; rows: (string | number)[][] }) {
  return (
    // It scrolls, so the keyboard must reach it.
    <div className={classes.numbers} role="region" aria-label={`${title} as a table`} tabIndex={0}>
      <Table aria-label={title} stickyHeader verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head, index) => (
              <Table.Th key={head} scope="col" ta={index === 0 ? 'left' : 'right'}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name = '', ...numbers]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              {numbers.map((number, index) => (
                <Table.Td key={heads[index + 1]} ta="right">
                  {typeof number === 'number' ? formatNumber(number) : number}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
