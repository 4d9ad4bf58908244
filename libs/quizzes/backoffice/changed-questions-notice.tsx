import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { totalsQuery } from './attempt-totals';
import classes from './quiz-form.module.css';
import type { QuizValues } from './quiz-values';
import { useLosesQuestion } from './use-quiz-form';

interface Props {
  quizId: string;
  form: UseFormReturn<QuizValues>;
}

/** Says what a change of questions means for the statistics, if the quiz has attempts. */
export function ChangedQuestionsNotice({ quizId, form }: Props) {
  const losesQuestion = useLosesQuestion(form);
  const { data: totals } = useQuery({ ...totalsQuery([quizId]), enabled: losesQuestion });
  if (!losesQuestion || totals?.some(({ attempts }) => attempts > 0) !== true) return null;
  return (
    <Text size="sm" role="status" className={classes.notice}>
      Statistics count a changed question as a new one, without its earlier answers. Earlier attempts keep their scores.
    </Text>
  );
}
