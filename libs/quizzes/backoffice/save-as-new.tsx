import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import type { QuizValues } from './quiz-values';
import { useCreateQuiz } from './use-create-quiz';

/** Saves the form as a new quiz after somebody else deleted the quiz. */
export function SaveAsNew({ form }: { form: UseFormReturn<QuizValues> }) {
  const create = useCreateQuiz();
  const creation = useMutation({ mutationFn: () => create(form.getValues()) });
  return (
    <>
      <Text size="sm">It was deleted in the meantime. What you wrote is still here.</Text>
      <Button variant="default" loading={creation.isPending} onClick={() => creation.mutate()}>
        Save as a new quiz
      </Button>
      <WriteState write={creation} failed="Not saved" />
    </>
  );
}
