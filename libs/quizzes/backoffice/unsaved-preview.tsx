import { Modal, Stack, Text } from '@mantine/core';
import { useFocusReturn } from '#libs/backoffice-ui/use-focus-return.ts';
import { PreviewPlayer } from './preview-player';
import type { PreviewedQuiz } from './preview-questions';
import { orNull, type QuizValues } from './quiz-values';

/** The quiz as it is in the form, as players would see it. */
export function UnsavedPreview({ quiz, onClose }: { quiz: QuizValues; onClose: () => void }) {
  useFocusReturn();
  return (
    <Modal opened onClose={onClose} fullScreen title="Preview" closeButtonProps={{ 'aria-label': 'Close the preview' }}>
      <Stack maw={1000} mx="auto">
        <Text c="dimmed">What the form contains, as players see it. Answer as you like: nothing is recorded.</Text>
        <PreviewPlayer quiz={toPreviewed(quiz)} />
      </Stack>
    </Modal>
  );
}

/** Questions and answers get ids of this page. */
function toPreviewed(values: QuizValues): PreviewedQuiz {
  return {
    title: values.title.trim() || 'No title yet',
    description: values.description,
    heroImageUrl: orNull(values.heroImageUrl),
    maxAttempts: Number(values.maxAttempts),
    timeLimitSeconds: values.timeLimitSeconds ?? 0,
    randomizeQuestions: values.randomizeQuestions,
    requireStart: values.requireStart,
    revealAnswers: values.revealAnswers,
    ...(values.passPercentage !== '' && { passPercentage: values.passPercentage }),
    ...(values.requireStart && values.drawCount !== '' && { drawCount: values.drawCount }),
    questions: values.questions.map(({ key, text, imageUrl, answers, explanation }, order) => ({
      id: key,
      text: text.trim() || 'No text yet',
      imageUrl: orNull(imageUrl),
      order,
      answers: answers.map(({ text: answer, isCorrect }, index) => ({
        id: `${key} ${index}`,
        text: answer.trim() || 'No text yet',
        isCorrect,
      })),
      explanation,
    })),
  };
}
