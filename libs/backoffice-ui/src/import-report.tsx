import { Alert, Button, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { Column } from './data-table';
import { type ImportItem, type ImportRun, type ImportState, isRetryable, type Outcome } from './import-run';
import { PagedTable } from './paged-table';
import { Empty } from './page-states';
import { useUnsavedWarning } from './use-unsaved-warning';
import { WriteState } from './write-state';

type Kind = 'all' | 'created' | 'existing' | 'rejected';

const RESULTS: Record<Exclude<Kind, 'all'>, string> = {
  created: 'Created',
  existing: 'Already there',
  rejected: 'Rejected',
};

const STATUS = {
  running: () => 'Importing …',
  stopping: (items: string) => `Stopping after the ${items} in progress …`,
  stopped: () => 'Stopped',
  finished: () => 'Finished',
} satisfies Record<ImportState<never, never>['status'], (items: string) => string>;

interface Props<Item extends ImportItem, Result> {
  run: ImportRun<Item, Result>;
  /** What an item creates, such as "quiz". */
  noun: string;
  /** The items of the file. */
  items: 'lines' | 'rows';
  /** Whether an item may have been imported before, which creates nothing. */
  mayExist?: boolean;
  /** A link to what was created. */
  show: (result: Result) => ReactNode;
  /** Lets the browser save the rejected items as a file. */
  save: (rejected: Extract<Outcome<Item, Result>, { kind: 'rejected' }>[]) => void;
  onContinue: () => void;
  /** Sends the rejected items again, if they may succeed then. */
  onRetry?: () => void;
  onAnother: () => void;
  /** What can be done next with everything that was created, once the import has finished. */
  next?: (created: Result[]) => ReactNode;
}

/** An import while it runs, and its report. */
export function ImportReport<Item extends ImportItem, Result>(props: Props<Item, Result>) {
  const { run, noun, items, mayExist = false, show, save, onContinue, onRetry, onAnother, next } = props;
  const { status, progress, failure, ...state } = useSyncExternalStore(run.subscribe, run.getState);
  const outcomes = state.outcomes.toSorted((one, other) => one.line - other.line);
  const [shown, setShown] = useState<Kind>('all');
  const counts = { created: 0, existing: 0, rejected: 0 };
  for (const { kind } of outcomes) counts[kind] += 1;
  const rejected = outcomes.filter((outcome) => outcome.kind === 'rejected');
  const isRunning = status === 'running' || status === 'stopping';
  const kinds = (['created', 'existing', 'rejected'] as const).filter((kind) => mayExist || kind !== 'existing');
  const warning = useUnsavedWarning(isRunning, {
    title: 'Stop the import?',
    text: 'The import runs as long as this page is open. If you leave now, the rest of the file is not imported.',
    stay: 'Stay on this page',
    leave: 'Leave and stop the import',
  });
  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={600} role="status">
          {STATUS[status](items)}
        </Text>
        <Text>
          {counts.created.toLocaleString()} created,{' '}
          {counts.existing > 0 && `${counts.existing.toLocaleString()} already there, `}
          {counts.rejected.toLocaleString()} rejected
        </Text>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section value={progress * 100} aria-label="Share of the file that is imported" />
      </Progress.Root>
      <WriteState write={{ isPending: isRunning, error: null }} failed="" />
      {failure !== undefined && (
        <Alert color="red" variant="outline" role="alert" title="The import stopped">
          <Text>{failure}</Text>
          <Text>“Continue” sends this line again. No {noun} is created twice.</Text>
        </Alert>
      )}
      <Group>
        {isRunning && (
          <Button variant="default" disabled={status === 'stopping'} onClick={() => run.stop()}>
            Stop
          </Button>
        )}
        {status === 'stopped' && <Button onClick={onContinue}>Continue</Button>}
        {status === 'finished' && onRetry !== undefined && rejected.some(isRetryable) && (
          <Button onClick={onRetry}>Try the rejected {items} again</Button>
        )}
        {status === 'finished' &&
          counts.created > 0 &&
          next?.(outcomes.flatMap((outcome) => (outcome.kind === 'created' ? [outcome.result] : [])))}
        {!isRunning && (
          <>
            {rejected.length > 0 && (
              <Button variant="default" onClick={() => save(rejected)}>
                Save the rejected {items}
              </Button>
            )}
            <Button variant="default" onClick={onAnother}>
              Import another file
            </Button>
          </>
        )}
      </Group>
      <SegmentedControl<Kind>
        style={{ alignSelf: 'start', flexWrap: 'wrap' }}
        aria-label={`${capitalised(items)} to show`}
        value={shown}
        onChange={setShown}
        data={[{ value: 'all', label: 'All' }, ...kinds.map((kind) => ({ value: kind, label: RESULTS[kind] }))]}
      />
      <PagedTable
        caption={`${capitalised(items)} of the file`}
        columns={columnsFor(`${capitalised(noun)} or reason`, show)}
        rows={outcomes.filter(({ kind }) => shown === 'all' || kind === shown)}
        keyOf={({ line }) => String(line)}
        empty={
          <Empty title={status === 'finished' && outcomes.length === 0 ? `The file has no ${items}` : 'None so far'} />
        }
      />
      {warning}
    </Stack>
  );
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const columnsFor = <Item, Result>(
  head: string,
  show: (result: Result) => ReactNode,
): Column<Outcome<Item, Result>>[] => [
  { head: 'Line', cell: ({ line }) => line.toLocaleString() },
  { head: 'Result', cell: ({ kind }) => RESULTS[kind] },
  {
    head,
    cell: (outcome) => (outcome.kind === 'rejected' ? <bdi>{outcome.reason}</bdi> : show(outcome.result)),
  },
];
