import { List, Stack, Text } from '@mantine/core';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import { type AuditedQuestion, type QuestionChanges, summaryOf } from './question-changes';

/** Added, changed and removed questions, shown on request: before and after, with their answers. */
export function QuestionChangesList({ changes }: { changes: QuestionChanges }) {
  const { added, changed, removed } = changes;
  if (added.length + changed.length + removed.length === 0) return <Text size="sm">{summaryOf(changes)}</Text>;
  return (
    <details>
      <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
        {summaryOf(changes)}
      </Text>
      <Stack gap="xs" mt="xs" maw={420}>
        {changed.map(({ from, to }) => (
          <Stack key={`changed ${to.position}`} gap={4}>
            <Question title="Before" question={from} />
            <Question title="After" question={to} />
          </Stack>
        ))}
        {added.map((question) => (
          <Question key={`added ${question.position}`} title="Added" question={question} />
        ))}
        {removed.map((question) => (
          <Question key={`removed ${question.position}`} title="Removed" question={question} />
        ))}
      </Stack>
    </details>
  );
}

function Question({ title, question }: { title: string; question: AuditedQuestion }) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {title}, question {question.position}
      </Text>
      <Text size="sm">
        <UserText block>{question.text}</UserText>
      </Text>
      {question.imageUrl !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          image: {question.imageUrl}
        </Text>
      )}
      <List size="sm">
        {question.answers.map(({ text, isCorrect }, index) => (
          <List.Item key={index}>
            <UserText>{text}</UserText>
            {isCorrect && ' (correct)'}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
