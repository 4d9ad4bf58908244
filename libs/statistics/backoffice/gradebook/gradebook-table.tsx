import { Box, Table, Text, VisuallyHidden } from '@mantine/core';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { Email } from '#libs/backoffice-ui/email.tsx';
import { LinkAnchor, UserLink } from '#libs/backoffice-ui/links.tsx';
import { formatDuration, formatPercentage } from '#libs/backoffice-ui/numbers.ts';
import classes from '../answer-grid.module.css';

type Gradebook = components['schemas']['Gradebook'];
type Result = components['schemas']['GradebookResult'];

/** Users by quizzes. It scrolls sideways beside the names of the users. */
export function GradebookTable({ quizzes, users }: Pick<Gradebook, 'quizzes' | 'users'>) {
  return (
    <Box className={classes.scroll} role="region" aria-label="Results of the users" tabIndex={0}>
      <Table className={classes.grid}>
        <caption style={{ captionSide: 'top' }}>
          <VisuallyHidden>Results</VisuallyHidden>
        </caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">User</Table.Th>
            {quizzes.map(({ quizId, title }) => (
              <Table.Th key={quizId} scope="col" className={classes.title}>
                <LinkAnchor to="/quizzes/$quizId/attempts" params={{ quizId }}>
                  <bdi>{title}</bdi>
                </LinkAnchor>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {users.map(({ userId, displayName, email, externalId, results }) => {
            const byQuiz = new Map(results.map((result) => [result.quizId, result]));
            return (
              <Table.Tr key={userId}>
                <Table.Th scope="row">
                  <UserLink id={userId} name={displayName} />
                  {email !== null && (
                    <Text size="xs" c="dimmed">
                      <Email>{email}</Email>
                    </Text>
                  )}
                  {externalId !== null && (
                    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                      <bdi>{externalId}</bdi>
                    </Text>
                  )}
                </Table.Th>
                {quizzes.map(({ quizId }) => (
                  <Cell key={quizId} result={byQuiz.get(quizId)} />
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function Cell({ result }: { result: Result | undefined }) {
  if (result === undefined) return <Table.Td>–</Table.Td>;
  const { quizId, attemptId, percentage, passed, totalTimeMs } = result;
  return (
    <Table.Td data-outcome={passed ? 'correct' : 'wrong'}>
      <LinkAnchor to="/quizzes/$quizId/attempts/$attemptId" params={{ quizId, attemptId }} c="inherit" fw={700}>
        {formatPercentage(percentage)}
      </LinkAnchor>
      <VisuallyHidden>{passed ? ', passed' : ', not passed'}</VisuallyHidden>
      <Text size="xs" c="inherit">
        {formatDuration(totalTimeMs)}
      </Text>
    </Table.Td>
  );
}
