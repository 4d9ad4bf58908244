import { Paper, Stack, Text, Title } from '@mantine/core';
import { RemoteImage } from '#libs/backoffice-ui/remote-image.tsx';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import { describeTime } from './describe-time';
import type { PreviewedQuiz } from './preview-questions';

/** What players read before the questions. */
export function PreviewIntroduction({ quiz }: { quiz: PreviewedQuiz }) {
  const { title, description, heroImageUrl, timeLimitSeconds, maxAttempts, questions, drawCount } = quiz;
  return (
    <Paper withBorder p="md" component="section" aria-label="Introduction">
      <Stack gap="xs">
        <Title order={2}>
          <UserText block>{title}</UserText>
        </Title>
        {heroImageUrl !== null && (
          <div>
            <RemoteImage url={heroImageUrl} alt="" />
          </div>
        )}
        {description !== null && description !== '' && (
          <UserText block prose>
            {description}
          </UserText>
        )}
        <Text c="dimmed">
          {count(drawCount ?? questions.length, 'question')} · {describeTime(timeLimitSeconds)} ·{' '}
          {count(maxAttempts, 'attempt')}
        </Text>
        {drawCount != null && (
          <Text c="dimmed">They are drawn at random from {count(questions.length, 'question')}, for each attempt.</Text>
        )}
        {quiz.randomizeQuestions && (drawCount ?? questions.length) > 1 && <Text c="dimmed">{orderOf(quiz)}</Text>}
      </Stack>
    </Paper>
  );
}

const orderOf = ({ requireStart }: PreviewedQuiz) =>
  requireStart === true
    ? 'The questions and their answers are in random order.'
    : 'The questions are in random order, as this quiz asks apps to show them.';

const count = (number: number, noun: string) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
