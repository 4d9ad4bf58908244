import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { CircleCheck, CircleX } from 'lucide-react';
import type { PreviewedQuiz } from './preview-questions';
import { QuestionText } from './question-text';
import { REVEALS } from './quiz-values';
import { isPassed, type ScoredQuestion } from './score-preview';

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });

interface Props {
  quiz: Pick<PreviewedQuiz, 'passPercentage' | 'revealAnswers'>;
  scored: ScoredQuestion[];
  onAgain: () => void;
}

/** The score that a player would have, whether it passes if the quiz has a pass mark, and which answers were correct. */
export function PreviewResult({ quiz: { passPercentage, revealAnswers = 'always' }, scored, onAgain }: Props) {
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
      {passPercentage !== undefined && (
        <Text>
          {isPassed(scored, passPercentage) ? 'Passed' : 'Not passed'}. The pass mark is {passPercentage}%.
        </Text>
      )}
      <Text c="dimmed">Players see the correct answers: {REVEALS[revealAnswers].toLowerCase()}.</Text>
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
