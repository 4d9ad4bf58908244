import { Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { Check, Circle, CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { ForAdministrators } from '#libs/backoffice-ui/for-administrators.tsx';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { RemoteImage } from '#libs/backoffice-ui/remote-image.tsx';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import { Marked } from './outcome';

type Question = components['schemas']['InspectedQuestion'];
type Answer = Question['answers'][number];

interface Props {
  question: Question;
  number: number;
  /** What a link to regrade the question needs. */
  regrade: { quizId: string; version: number };
}

/** A question with the given and the correct answers, by icon and word. */
export function AnsweredQuestion({ question, number, regrade: { quizId, version } }: Props) {
  const outcome = outcomeOf(question);
  return (
    <Paper withBorder p="md" component="article" aria-labelledby={`question-${number}`}>
      <Stack gap="xs">
        <Group justify="space-between" align="start" gap="xs">
          <Title order={3} size="md" id={`question-${number}`} flex="1 1 14rem">
            {number}. <UserText>{question.text}</UserText>
          </Title>
          <Text fw={600}>
            <Marked icon={outcome.icon}>{outcome.says}</Marked>
          </Text>
        </Group>
        {question.imageUrl !== null && (
          <div>
            <RemoteImage url={question.imageUrl} alt={`Image of question ${number}`} />
          </div>
        )}
        <List listStyleType="none" spacing={4} aria-label="Answers">
          {question.answers.map((answer) => (
            <AnswerLine key={answer.id} answer={answer} />
          ))}
        </List>
        {question.explanation !== undefined && (
          <Text size="sm">
            Explanation: <UserText>{question.explanation}</UserText>
          </Text>
        )}
        <Group gap="xs" justify="space-between">
          {question.regrade !== null && <Text size="sm">Regraded: {REGRADED[question.regrade]}</Text>}
          <ForAdministrators>
            <LinkAnchor
              to="/quizzes/$quizId/regrades/new"
              params={{ quizId }}
              search={{ version, question: number }}
              size="sm"
            >
              Regrade question {number}
            </LinkAnchor>
          </ForAdministrators>
        </Group>
      </Stack>
    </Paper>
  );
}

const REGRADED = {
  answers: 'the answers that count were changed',
  everyone: 'everybody gets the point',
  omitted: 'the question is left out and does not count',
};

function outcomeOf({ isAnswered, isCorrect, regrade }: Question): { icon: LucideIcon; says: string } {
  if (regrade === 'omitted') return { icon: CircleDashed, says: 'Left out' };
  if (regrade === 'everyone') return { icon: CircleCheck, says: 'Correct' };
  if (!isAnswered) return { icon: CircleDashed, says: 'Not answered' };
  return isCorrect ? { icon: CircleCheck, says: 'Correct' } : { icon: CircleX, says: 'Wrong' };
}

function AnswerLine({ answer }: { answer: Answer }) {
  const { icon: Icon, says } = markOf(answer);
  return (
    <List.Item icon={<Icon size={16} aria-hidden />} fw={answer.isChosen ? 600 : 400}>
      <UserText>{answer.text}</UserText>
      {says !== undefined && (
        <Text span c="dimmed" fw={400}>
          {' '}
          – {says}
        </Text>
      )}
    </List.Item>
  );
}

function markOf({ isChosen, isCorrect }: Answer): { icon: LucideIcon; says?: string } {
  if (isChosen)
    return isCorrect ? { icon: CircleCheck, says: 'chosen, correct' } : { icon: CircleX, says: 'chosen, wrong' };
  return isCorrect ? { icon: Check, says: 'correct answer' } : { icon: Circle };
}
