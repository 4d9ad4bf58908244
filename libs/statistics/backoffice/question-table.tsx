import { Paper, Stack, Text, Title } from '@mantine/core';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { formatNumber, formatShare, formatTwoDecimals } from '#libs/backoffice-ui/numbers.ts';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import { difficultyWord, discriminationWord, ENOUGH_ATTEMPTS } from './question-words';

type Question = components['schemas']['QuestionStatistics'];

/** The questions of the current version, with their difficulty and discrimination. */
export function QuestionTable({ questions }: { questions: Question[] }) {
  return (
    <Paper withBorder p="md" component="section" aria-label="Questions">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Questions
        </Title>
        <Text size="sm" c="dimmed">
          <b>Answered correctly</b> is the share of the attempts with a correct answer to the question.{' '}
          <b>Discrimination</b> (point-biserial correlation, −1 to 1) says how well the question separates players who
          do well in the rest of the quiz from those who do not. From 0.2 on it is useful; around 0 it says nothing
          about the player; below 0 good players miss it more often than others, so check which answer is marked as
          correct. It cannot be computed where all attempts are alike.
        </Text>
        <DataTable
          caption="Statistics of the questions"
          columns={columnsFor(questions)}
          rows={questions}
          keyOf={({ questionId }) => questionId}
          empty={<Empty title="This quiz has no questions" />}
        />
      </Stack>
    </Paper>
  );
}

function columnsFor(questions: Question[]): Column<Question>[] {
  return [
    { head: 'No.', cell: (question) => formatNumber(questions.indexOf(question) + 1), align: 'right' },
    { head: 'Question', cell: ({ text }) => <UserText block>{text}</UserText> },
    { head: 'Attempts', cell: ({ attempts }) => formatNumber(attempts), align: 'right' },
    { head: 'Correct', cell: ({ correct }) => formatNumber(correct), align: 'right' },
    { head: 'Answered correctly', cell: (question) => <AnsweredCorrectly question={question} /> },
    { head: 'Discrimination', cell: (question) => <Discrimination question={question} /> },
  ];
}

function AnsweredCorrectly({ question: { attempts, difficulty } }: { question: Question }) {
  if (difficulty === null) return <NotYet attempts={attempts} />;
  return <Figure value={formatShare(difficulty, 1)} word={difficultyWord(difficulty)} />;
}

function Discrimination({ question: { attempts, discrimination } }: { question: Question }) {
  if (discrimination !== null) {
    return <Figure value={formatTwoDecimals(discrimination)} word={discriminationWord(discrimination)} />;
  }
  return attempts < ENOUGH_ATTEMPTS ? <NotYet attempts={attempts} /> : <Figure value="–" word="cannot be computed" />;
}

function Figure({ value, word }: { value: string; word: string }) {
  return (
    <>
      {value}
      <Text size="sm" c="dimmed">
        {word}
      </Text>
    </>
  );
}

function NotYet({ attempts }: { attempts: number }) {
  return (
    <Text span size="sm" c="dimmed">
      Not enough attempts yet ({formatNumber(attempts)} of {ENOUGH_ATTEMPTS})
    </Text>
  );
}
