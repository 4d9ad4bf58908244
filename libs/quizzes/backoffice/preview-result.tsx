import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { CircleCheck, CircleX } from 'lucide-react';
import type { PreviewedQuiz } from './preview-questions';
import { QuestionText } from './question-text';
import type { ScoredQuestion } from './score-preview';

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });

const HIDDEN = {
  always: undefined,
  afterLastAttempt: 'Players see which answers are correct only when they have no attempts left.',
  never: 'Unlike you here, players never see which answers are correct.',
};

interface Props {
  scored: ScoredQuestion[];
  revealAnswers: PreviewedQuiz['revealAnswers'];
  onAgain: () => void;
}

/** The score that a player would have, and which answers were correct. */
export function PreviewResult({ scored, revealAnswers = 'always', onAgain }: Props) {
  const correct = scored.filter(({ isCorrect }) => isCorrect).length;
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {correct} of {scored.length} correct ({PERCENT.format(correct / scored.length)})
        </Title>
        <Button variant="default" onClick={onAgain}>
          Start again
        </Button>
      </Group>
      {HIDDEN[revealAnswers] !== undefined && <Text c="dimmed">{HIDDEN[revealAnswers]}</Text>}
      {scored.map(({ question, chosen, isCorrect }, index) => {
        const Icon = isCorrect ? CircleCheck : CircleX;
        return (
          <Paper key={question.id} withBorder p="md">
            <Title order={3} size="h5">
              <Icon size={16} aria-hidden style={{ verticalAlign: '-0.15em' }} /> Question {index + 1}:{' '}
              {isCorrect ? 'correct' : chosen === undefined ? 'not answered' : 'wrong'}
            </Title>
            <QuestionText question={question} chosen={chosen?.id} />
          </Paper>
        );
      })}
    </Stack>
  );
}
