import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CircleCheck } from 'lucide-react';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { useIsAdministrator } from '#libs/backoffice-ui/session.ts';
import { FindingText } from './finding-text';
import { QuestionLink, RegradeLink } from './question-link';
import { questionsToCheck } from './questions-to-check';
import type { NumberedQuestion } from './sort-questions';
import { ENOUGH_ATTEMPTS, FEWEST_ATTEMPTS } from './statistics-words';

/** Questions that are listed at first: a page of many begins with its figures soon. */
const FIRST = 3;

interface Props {
  quizId: string;
  questions: NumberedQuestion[];
  /** The version whose questions they are. */
  version: number;
  /** Whether the editor shows these questions: they are those of the current version. */
  isCurrent: boolean;
}

/** The questions that a teacher should look at first, with the reasons and a link to regrade each. */
export function CheckSection({ quizId, questions, version, isCurrent }: Props) {
  const [areAllShown, all] = useDisclosure();
  const isAdministrator = useIsAdministrator();
  const shown = questions.filter(({ attempts }) => attempts >= FEWEST_ATTEMPTS);
  if (shown.length === 0) return null;
  const found = questionsToCheck(questions);
  const isTooFew = shown.some(({ attempts }) => attempts < ENOUGH_ATTEMPTS);
  const columns: Column<(typeof found)[number]>[] = [
    {
      head: 'Question',
      role: 'name',
      cell: ({ question }) => (
        <Group gap={6} wrap="nowrap" align="start">
          {question.number}.
          <QuestionLink quizId={quizId} question={question} isCurrent={isCurrent} />
        </Group>
      ),
    },
    {
      head: 'Why',
      cell: ({ question, findings }) => (
        <Box miw={{ md: '24rem' }}>
          {findings.map((finding) => (
            <FindingText key={finding} finding={finding} question={question} />
          ))}
        </Box>
      ),
    },
  ];
  if (isAdministrator) {
    columns.push({
      head: 'Regrade',
      cell: ({ question: { number } }) => <RegradeLink quizId={quizId} version={version} number={number} />,
    });
  }
  return (
    <Paper withBorder p="md" component="section" aria-label="Questions to check">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Questions to check
        </Title>
        {found.length === 0 && !isTooFew && (
          <Group gap={6} wrap="nowrap">
            <CircleCheck size={18} aria-hidden />
            <Text>No question stands out.</Text>
          </Group>
        )}
        <DataTable
          caption="Questions to check"
          columns={columns}
          rows={areAllShown ? found : found.slice(0, FIRST)}
          keyOf={({ question }) => question.questionId}
          empty={null}
        />
        {isTooFew && (
          <Text size="sm" c="dimmed">
            Whether a question separates good players from others, and which answers nobody chose, is checked from{' '}
            {ENOUGH_ATTEMPTS} attempts on: with fewer it is often chance.
          </Text>
        )}
        {found.length > FIRST && (
          <Group>
            <Button variant="default" size="xs" onClick={all.toggle} aria-expanded={areAllShown}>
              {areAllShown ? `Show the first ${FIRST}` : `Show all ${formatNumber(found.length)}`}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
