import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import type { Column } from '#libs/backoffice-ui/data-table.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { PagedTable } from '#libs/backoffice-ui/paged-table.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import { describeLosses, isIncomplete } from './losses';

/** Characters. */
const EXCERPT_LENGTH = 200;

type ReadQuestion = components['schemas']['ReadQuestion'];

interface Props {
  questions: ReadQuestion[];
  /** The text that contained them, if its lines are shown. */
  source: string | undefined;
  /** The initial title of the quiz. */
  title: string;
  /** The quiz that gets the questions; undefined if they become a new one. */
  quizId: string | undefined;
}

/** The result for each question, and the button that makes a quiz of them, or adds them to one. */
export function QuestionsReport({ questions, source, title, quizId }: Props) {
  const navigate = useNavigate();
  const use = () =>
    quizId === undefined
      ? navigate({ to: '/quizzes/new', state: { quizDraft: { title, questions: readable } } })
      : navigate({ to: '/quizzes/$quizId', params: { quizId }, state: { addedQuestions: readable } });
  const readable = questions.flatMap(({ question }) => question ?? []);
  const count = readable.length;
  const incomplete = questions.filter(({ dropped }) => isIncomplete(dropped)).length;
  return (
    <Stack component="section" aria-label="Report">
      <div role="status">
        <Title order={2} size="h3">
          {count} of {questions.length} questions can be read
        </Title>
        {incomplete > 0 && (
          <Text>
            {incomplete === 1 ? 'One of them loses' : `${formatNumber(incomplete)} of them lose`} parts that quizzes do
            not have.
            {questions.some(({ dropped }) => dropped.some(({ what }) => what === 'weight')) &&
              ' If an answer has all points, those with a part of them become wrong; otherwise each answer with a positive weight becomes a correct one, and one correct answer suffices.'}
          </Text>
        )}
      </div>
      {count > 0 && (
        <Group>
          <Button
            h="auto"
            mih={36}
            py={4}
            styles={{ label: { whiteSpace: 'normal', lineHeight: 1.3 } }}
            onClick={() => void use()}
          >
            {quizId === undefined ? 'Create quiz with' : 'Add'}{' '}
            {count === 1 ? 'the readable question' : `the ${count} readable questions`}
          </Button>
        </Group>
      )}
      <PagedTable
        caption="Questions of the text"
        columns={columnsFor(questions, source?.split(/\r\n|\r|\n/) ?? [])}
        rows={questions}
        keyOf={(question) => String(questions.indexOf(question))}
        empty={<Empty title="There is no question in this text" />}
      />
    </Stack>
  );
}

function columnsFor(questions: ReadQuestion[], lines: string[]): Column<ReadQuestion>[] {
  const name: Column<ReadQuestion> = { head: 'Name', cell: (question) => <bdi>{question.name ?? '–'}</bdi> };
  return [
    { head: 'Line', cell: ({ line }) => line.toLocaleString() },
    ...(questions.some((question) => question.name !== null) ? [name] : []),
    // Of a question that cannot be read, the beginning of its first line is shown.
    {
      head: 'Question',
      cell: ({ line, question }) => (
        <Text lineClamp={3} inherit dir="auto">
          {question === null ? (
            (lines[line - 1]?.slice(0, EXCERPT_LENGTH) ?? '–')
          ) : (
            <UserText block>{question.text}</UserText>
          )}
        </Text>
      ),
    },
    { head: 'Correct', cell: ({ question }) => <CorrectAnswers answers={question?.answers ?? []} /> },
    { head: 'Result', cell: (question) => <Result {...question} /> },
  ];
}

function CorrectAnswers({ answers }: { answers: { text: string; isCorrect: boolean }[] }) {
  const correct = answers.filter(({ isCorrect }) => isCorrect);
  if (correct.length === 0) return '–';
  return correct.map(({ text }, index) => (
    <Text key={index} lineClamp={3} inherit>
      <UserText block>{text}</UserText>
    </Text>
  ));
}

function Result({ problem, dropped }: Pick<ReadQuestion, 'problem' | 'dropped'>) {
  const says = problem ?? (dropped.length === 0 ? 'Fine' : describeLosses(dropped));
  const Icon = problem !== null ? CircleX : dropped.length > 0 ? TriangleAlert : CircleCheck;
  return (
    <>
      <Icon size={16} aria-hidden style={{ verticalAlign: '-0.15em' }} /> {says}
    </>
  );
}
