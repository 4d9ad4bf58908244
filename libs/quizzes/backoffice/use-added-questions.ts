import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { type QuestionBody, toQuestionValues } from './quiz-values';
import type { QuizFormState } from './use-quiz-form';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Questions to add to the quiz, such as those of a file. */
    addedQuestions?: QuestionBody[];
  }
}

/** Adds the questions that the page was opened with to the form, once; the user saves them. */
export function useAddedQuestions({ form, addUndoStep }: QuizFormState): void {
  const questions = useLocation({ select: ({ state }) => state.addedQuestions });
  const navigate = useNavigate();
  const add = useEffectEvent((bodies: QuestionBody[]) => {
    const added = bodies.map(toQuestionValues);
    const keys = new Set(added.map(({ key }) => key));
    form.setValue('questions', [...form.getValues('questions'), ...added]);
    addUndoStep({
      text: added.length === 1 ? 'A question is added.' : `${formatNumber(added.length)} questions are added.`,
      undo: () =>
        form.setValue(
          'questions',
          form.getValues('questions').filter(({ key }) => !keys.has(key)),
        ),
    });
    // A reload of the page would add them again.
    void navigate({ to: '.', replace: true, ignoreBlocker: true, state: {} });
  });
  useEffect(() => {
    if (questions !== undefined) add(questions);
  }, [questions]);
}
