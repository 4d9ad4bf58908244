import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { QuizForm } from './quiz-form';
import { emptyQuiz, type QuizBody, toValues } from './quiz-values';
import { UnsavedWarning } from './unsaved-warning';
import { useCreateQuiz } from './use-create-quiz';
import { useQuizForm } from './use-quiz-form';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What a new quiz begins with, such as questions that were read from a file. */
    quizDraft?: QuizBody;
  }
}

/** A quiz that does not exist yet. */
export function NewQuizPage() {
  const draft = useLocation({ select: ({ state }) => state.quizDraft });
  const [initial] = useState(() => (draft === undefined ? emptyQuiz() : toValues(draft)));
  const quizForm = useQuizForm(initial);
  const create = useCreateQuiz({ isImported: draft !== undefined });
  return (
    <Page title="New quiz">
      <QuizForm quizForm={quizForm} action="Create quiz" onSave={create} />
      <UnsavedWarning form={quizForm.form} always={draft !== undefined} />
    </Page>
  );
}
