import { Box, Table, Text, VisuallyHidden } from '@mantine/core';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { formatNumber, formatPercentage } from '#libs/backoffice-ui/numbers.ts';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import classes from './answer-grid.module.css';

type Row = components['schemas']['GridRow'];

interface Props {
  quizId: string;
  questions: components['schemas']['GridQuestion'][];
  rows: Row[];
}

/** The marks for the eye, and the words for screen readers. */
const OUTCOMES: Record<Row['answers'][number], { mark: string; word: string }> = {
  correct: { mark: '✓', word: 'correct' },
  wrong: { mark: '✗', word: 'wrong' },
  unanswered: { mark: '○', word: 'not answered' },
  absent: { mark: '–', word: 'not asked' },
};

/** Users by questions. It scrolls sideways beside the names of the users. */
export function AnswerGrid({ quizId, questions, rows }: Props) {
  return (
    <>
      <Text size="sm" component="details">
        <summary>The questions</summary>
        <ol>
          {questions.map(({ questionId, text }) => (
            <li key={questionId}>
              <UserText>{text}</UserText>
            </li>
          ))}
        </ol>
      </Text>
      <Box className={classes.scroll} role="region" aria-label="Answers of the users" tabIndex={0}>
        <Table className={classes.grid}>
          <caption style={{ captionSide: 'top' }}>
            <VisuallyHidden>Answers</VisuallyHidden>
          </caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">User</Table.Th>
              {questions.map(({ questionId, text }, index) => (
                <Table.Th key={questionId} scope="col" title={text}>
                  <span aria-hidden>{formatNumber(index + 1)}</span>
                  <VisuallyHidden>
                    {index + 1}. <bdi>{text}</bdi>
                  </VisuallyHidden>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ userId, attemptId, displayName, percentage, passed, answers }) => (
              <Table.Tr key={userId}>
                <Table.Th scope="row">
                  <LinkAnchor to="/quizzes/$quizId/attempts/$attemptId" params={{ quizId, attemptId }}>
                    <bdi>{displayName}</bdi>
                  </LinkAnchor>
                  <Text size="xs" c="dimmed">
                    {formatPercentage(percentage)}, {passed ? 'passed' : 'not passed'}
                  </Text>
                </Table.Th>
                {answers.map((outcome, index) => (
                  <Table.Td key={questions[index]?.questionId} data-outcome={outcome}>
                    <span aria-hidden>{OUTCOMES[outcome].mark}</span>
                    <VisuallyHidden>{OUTCOMES[outcome].word}</VisuallyHidden>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
    </>
  );
}
