import { Alert, Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useId, useState } from 'react';
import { ImportReport } from '#libs/backoffice-ui/import-report.tsx';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { saveFile } from '#libs/backoffice-ui/save-file.ts';
import { unavailable } from '#libs/backoffice-ui/unavailable.ts';
import { importQuiz } from './import-quiz';
import { findProblem, importLines, type LineImport } from './line-import';

/** Creates quizzes from a file of JSON lines. */
export function LinesImport() {
  const [file, setFile] = useState<File | null>(null);
  const noFileId = useId();
  const [run, setRun] = useState<LineImport>();
  const [isChecking, setIsChecking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const queryClient = useQueryClient();
  const continueImport = async (current: LineImport) => {
    await current.run();
    await queryClient.invalidateQueries({ queryKey: ['quizzes', 'list'] });
  };
  const begin = async (chosen: File) => {
    setIsChecking(true);
    // The import itself reports a file that cannot be read.
    const found = await findProblem(chosen).catch(() => undefined);
    setIsChecking(false);
    setProblem(found);
    if (found !== undefined) return;
    const begun = importLines(chosen, importQuiz);
    setRun(begun);
    setFile(null);
    await continueImport(begun);
  };
  if (run !== undefined) {
    return (
      <ImportReport
        run={run}
        noun="quiz"
        items="lines"
        mayExist
        show={({ id, title }) => (
          <LinkAnchor to="/quizzes/$quizId" params={{ quizId: id }}>
            <bdi>{title}</bdi>
          </LinkAnchor>
        )}
        save={(rejected) =>
          saveFile(
            'rejected.jsonl',
            rejected.flatMap(({ item }) => [item.content, '\n']),
          )
        }
        onContinue={() => void continueImport(run)}
        onAnother={() => setRun(undefined)}
      />
    );
  }
  return (
    <Stack maw={640}>
      <Text>
        Each line of the file is one quiz as JSON, in the form that “Export” writes and the API takes. Empty lines are
        skipped. Lines that the service rejects are listed with the reason; the others are still created. A line that
        you already imported in the last 24 hours does not create a second quiz.
      </Text>
      <FileInput
        label="File of JSON lines"
        placeholder="Choose a file"
        accept=".jsonl,.ndjson,.json,.txt,application/x-ndjson,application/jsonl"
        value={file}
        onChange={(chosen) => {
          setFile(chosen);
          setProblem(undefined);
        }}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the file' }}
      />
      <Group>
        <Button
          leftSection={<Play size={16} aria-hidden />}
          {...(file === null && unavailable(noFileId))}
          loading={isChecking}
          onClick={() => file !== null && void begin(file)}
        >
          Import
        </Button>
        {file === null && (
          <Text size="sm" c="dimmed" id={noFileId}>
            Choose a file first.
          </Text>
        )}
      </Group>
      {problem !== undefined && (
        <Alert color="red" variant="outline" role="alert" title="Nothing was sent">
          {problem}
        </Alert>
      )}
    </Stack>
  );
}
