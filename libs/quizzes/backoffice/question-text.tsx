import { List, Text, VisuallyHidden } from '@mantine/core';
import { Check, X } from 'lucide-react';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import type { QuestionBody } from './quiz-values';

interface Props {
  question: Omit<QuestionBody, 'answers'> & { answers: { id?: string; text: string; isCorrect: boolean }[] };
  /** Id of the answer that was chosen. */
  chosen?: string | undefined;
}

/** A question with its answers and its explanation, read-only. */
export function QuestionText({ question: { text, imageUrl, answers, explanation }, chosen }: Props) {
  return (
    <>
      <UserText block>{text}</UserText>
      {imageUrl != null && imageUrl !== '' && (
        <Text size="sm" c="dimmed">
          Image: {imageUrl}
        </Text>
      )}
      <List center listStyleType="none" size="sm" spacing={2}>
        {answers.map((answer, index) => (
          <List.Item key={index} icon={<Mark isCorrect={answer.isCorrect} />}>
            <UserText>{answer.text}</UserText>
            {chosen !== undefined && answer.id === chosen && <b> (chosen)</b>}
          </List.Item>
        ))}
      </List>
      {explanation != null && explanation !== '' && (
        <Text size="sm" mt="xs">
          Explanation: <UserText>{explanation}</UserText>
        </Text>
      )}
    </>
  );
}

function Mark({ isCorrect }: { isCorrect: boolean }) {
  const Icon = isCorrect ? Check : X;
  return (
    <>
      <Icon size={16} aria-hidden />
      <VisuallyHidden>{isCorrect ? 'Correct: ' : 'Wrong: '}</VisuallyHidden>
    </>
  );
}
