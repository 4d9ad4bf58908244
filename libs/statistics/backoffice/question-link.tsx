import { Text } from '@mantine/core';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';

interface Props {
  quizId: string;
  question: { number: number; text: string };
  /** Whether the editor has the question. */
  isCurrent: boolean;
}

/** The text of a question, shortened to two lines, with a link to it in the editor. */
export function QuestionLink({ quizId, question: { number, text }, isCurrent }: Props) {
  const shortened = (
    <Text span inherit lineClamp={2}>
      <UserText block>{text}</UserText>
    </Text>
  );
  if (!isCurrent) return shortened;
  return (
    <LinkAnchor to="/quizzes/$quizId" params={{ quizId }} hash={`question-${number}`}>
      {shortened}
    </LinkAnchor>
  );
}

/** A link to the page on which a question is regraded. */
export const RegradeLink = ({ quizId, version, number }: { quizId: string; version: number; number: number }) => (
  <LinkAnchor
    to="/quizzes/$quizId/regrades/new"
    params={{ quizId }}
    search={{ version, question: number }}
    style={{ whiteSpace: 'nowrap' }}
  >
    Regrade question {number}
  </LinkAnchor>
);
