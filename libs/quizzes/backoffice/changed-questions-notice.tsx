import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { useIsAdministrator } from '#libs/backoffice-ui/session.ts';
import { totalsQuery } from './attempt-totals';
import classes from './quiz-form.module.css';
import type { QuizValues } from './quiz-values';
import { useCorrectsQuestion, useLosesQuestion } from './use-quiz-form';

interface Props {
  quizId: string;
  form: UseFormReturn<QuizValues>;
}

/** Says what a change of questions means for attempts and statistics, if the quiz has attempts. */
export function ChangedQuestionsNotice({ quizId, form }: Props) {
  const isAdministrator = useIsAdministrator();
  const losesQuestion = useLosesQuestion(form);
  const correctsQuestion = useCorrectsQuestion(form);
  const hasConsequences = losesQuestion || correctsQuestion;
  const { data: totals } = useQuery({ ...totalsQuery([quizId]), enabled: hasConsequences });
  if (!hasConsequences || totals?.some(({ attempts }) => attempts > 0) !== true) return null;
  return (
    <Text size="sm" role="status" className={classes.notice}>
      {losesQuestion && 'Statistics count a changed question as a new one, without its earlier answers. '}
      Earlier attempts keep their scores.
      {correctsQuestion && ` After saving ${isAdministrator ? 'you' : 'an administrator'} can regrade them.`}
    </Text>
  );
}
