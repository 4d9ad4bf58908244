import { Alert, Button, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import type { Column } from '#libs/backoffice-ui/data-table.tsx';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { useUnsavedWarning } from '#libs/backoffice-ui/use-unsaved-warning.tsx';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { saveFile } from '#libs/backoffice-ui/save-file.ts';
import type { ImportState, LineImport, Outcome } from './line-import';
import { PagedTable } from './paged-table';

type Kind = 'all' | Outcome['kind'];

const RESULTS: Record<Outcome['kind'], string> = {
  created: 'Created',
  existing: 'Already there',
  rejected: 'Rejected',
};

const COLUMNS: Column<Outcome>[] = [
  { head: 'Line', cell: ({ line }) => line.toLocaleString() },
  { head: 'Result', cell: ({ kind }) => RESULTS[kind] },
  {
    head: 'Quiz or reason',
    cell: (outcome) =>
      outcome.kind === 'rejected' ? (
        <bdi>{outcome.reason}</bdi>
      ) : (
        <LinkAnchor to="/quizzes/$quizId" params={{ quizId: outcome.id }}>
          <bdi>{outcome.title}</bdi>
        </LinkAnchor>
      ),
  },
];

const STATUS: Record<ImportState['status'], string> = {
  running: 'Importing …',
  stopping: 'Stopping after the lines in progress …',
  stopped: 'Stopped',
  finished: 'Finished',
};

interface Props {
  run: LineImport;
  onContinue: () => void;
  onAnother: () => void;
}

/** An import while it runs, and its report. */
export function LinesImportRun({ run, onContinue, onAnother }: Props) {
  const { status, progress, failure, ...state } = useSyncExternalStore(run.subscribe, run.getState);
  const outcomes = state.outcomes.toSorted((one, other) => one.line - other.line);
  const [shown, setShown] = useState<Kind>('all');
  const counts = { created: 0, existing: 0, rejected: 0 };
  for (const { kind } of outcomes) counts[kind] += 1;
  const rejected = outcomes.filter((outcome) => outcome.kind === 'rejected');
  const isRunning = status === 'running' || status === 'stopping';
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
          {STATUS[status]}
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
          <Text>“Continue” sends this line again. No quiz is created twice.</Text>
        </Alert>
      )}
      <Group>
        {isRunning && (
          <Button variant="default" disabled={status === 'stopping'} onClick={() => run.stop()}>
            Stop
          </Button>
        )}
        {status === 'stopped' && <Button onClick={onContinue}>Continue</Button>}
        {!isRunning && (
          <>
            {rejected.length > 0 && (
              <Button
                variant="default"
                onClick={() =>
                  saveFile(
                    'rejected.jsonl',
                    rejected.flatMap(({ content }) => [content, '\n']),
                  )
                }
              >
                Save the rejected lines
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
        aria-label="Lines to show"
        value={shown}
        onChange={setShown}
        data={[
          { value: 'all', label: 'All' },
          { value: 'created', label: 'Created' },
          { value: 'existing', label: 'Already there' },
          { value: 'rejected', label: 'Rejected' },
        ]}
      />
      <PagedTable
        caption="Lines of the file"
        columns={COLUMNS}
        rows={outcomes.filter(({ kind }) => shown === 'all' || kind === shown)}
        keyOf={({ line }) => String(line)}
        empty={
          <Empty title={status === 'finished' && outcomes.length === 0 ? 'The file has no lines' : 'None so far'} />
        }
      />
      {warning}
    </Stack>
  );
}
