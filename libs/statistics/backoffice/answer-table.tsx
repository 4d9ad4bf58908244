import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { formatNumber, formatShare } from '#libs/backoffice-ui/numbers.ts';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import classes from './answer-table.module.css';
import type { NumberedQuestion } from './sort-questions';

type Frequency = components['schemas']['AnswerFrequency'];

/** An answer of a question, or that no answer was given. */
interface Line extends Frequency {
  key: string;
  /** Undefined for no answer. */
  answer?: { text: string; isCorrect: boolean };
}

/** How often each answer to each question was chosen. */
export function AnswerTables({ questions }: { questions: NumberedQuestion[] }) {
  return (
    <Stack component="section" gap="sm" aria-labelledby="answers-title">
      <Title order={2} size="h4" id="answers-title">
        Answers
      </Title>
      <Text size="sm" c="dimmed">
        How often each answer was chosen: in all attempts, and in the thirds of the attempts with the highest and the
        lowest scores. A good wrong answer is chosen by the lower third. If the upper third chooses a wrong answer more
        often than the lower third, or nobody chooses it, look at the question again.
      </Text>
      {questions.map((question) => (
        <AnswerTable key={question.questionId} question={question} />
      ))}
    </Stack>
  );
}

function AnswerTable({ question }: { question: NumberedQuestion }) {
  const { number, text, answers, unanswered, attempts } = question;
  const lines: Line[] = [
    ...answers.map((answer) => ({ ...answer, key: answer.answerId, answer })),
    { ...unanswered, key: 'unanswered' },
  ];
  return (
    <Paper withBorder p="md" component="article" aria-labelledby={`answers-${number}`}>
      <Title order={3} size="md" id={`answers-${number}`}>
        {number}. <UserText>{text}</UserText>
      </Title>
      <DataTable
        caption={`Answers to question ${number}`}
        columns={columnsFor(attempts)}
        rows={lines}
        keyOf={({ key }) => key}
        empty={null}
      />
    </Paper>
  );
}

function columnsFor(asked: number): Column<Line>[] {
  return [
    { head: 'Answer', cell: (line) => <AnswerText line={line} /> },
    {
      head: 'Chosen',
      cell: ({ attempts, answer }) => (
        <Share
          share={asked === 0 ? null : attempts / asked}
          isCorrect={answer?.isCorrect === true}
          note={formatNumber(attempts)}
        />
      ),
    },
    {
      head: 'Upper third',
      cell: ({ upperThird, answer }) => <Share share={upperThird} isCorrect={answer?.isCorrect === true} />,
    },
    {
      head: 'Lower third',
      cell: ({ lowerThird, answer }) => <Share share={lowerThird} isCorrect={answer?.isCorrect === true} />,
    },
  ];
}

function AnswerText({ line: { answer } }: { line: Line }) {
  const [Icon, word] =
    answer === undefined ? [CircleDashed] : answer.isCorrect ? [CircleCheck, 'correct'] : [CircleX, 'wrong'];
  return (
    <Group gap={6} wrap="nowrap" align="start">
      <Icon size={16} aria-hidden className={classes.icon} />
      <Text span fw={answer?.isCorrect === true ? 600 : 400}>
        {answer === undefined ? 'Not answered' : <UserText>{answer.text}</UserText>}
        {word !== undefined && (
          <Text span c="dimmed" fw={400}>
            {' '}
            – {word}
          </Text>
        )}
      </Text>
    </Group>
  );
}

interface ShareProps {
  /** 0 to 1; null if there are no attempts. */
  share: number | null;
  isCorrect: boolean;
  note?: string;
}

/** A share as a number, and as a bar for the eye. */
function Share({ share, isCorrect, note }: ShareProps) {
  if (share === null) return '–';
  return (
    <>
      {formatShare(share, 1)}
      {note !== undefined && (
        <Text span size="sm" c="dimmed">
          {' '}
          ({note})
        </Text>
      )}
      <div className={classes.track} aria-hidden>
        <div className={isCorrect ? classes.correct : classes.wrong} style={{ inlineSize: `${100 * share}%` }} />
      </div>
    </>
  );
}
