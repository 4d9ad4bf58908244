import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { QuizForm } from './quiz-form';
import { emptyQuiz, type QuizBody, toValues } from './quiz-values';
import { UnsavedWarning } from './unsaved-warning';
import { useCreateQuiz } from './use-create-quiz';
import { useQuizDraft } from './use-quiz-draft';
import { useQuizForm } from './use-quiz-form';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Initial values, such as questions from a file. */
    quizDraft?: QuizBody;
    /** Whether they are those of another quiz. */
    isCopy?: boolean;
  }
}

/** The form of a new quiz. */
export function NewQuizPage() {
  const { quizDraft: draft, isCopy = false } = useLocation({ select: ({ state }) => state });
  const [initial] = useState(() => (draft === undefined ? emptyQuiz() : toValues(draft)));
  const quizForm = useQuizForm(initial);
  const create = useCreateQuiz({ isImported: draft !== undefined && !isCopy });
  const draftOffer = useQuizDraft('new', quizForm.form, undefined, (values) =>
    quizForm.form.reset(values, { keepDefaultValues: true }),
  );
  return (
    <Page title="New quiz">
      <QuizForm
        quizForm={quizForm}
        action="Create quiz"
        pristine={draft === undefined ? '' : `This ${isCopy ? 'copy' : 'quiz'} is not saved yet.`}
        onSave={create}
      />
      <UnsavedWarning form={quizForm.form} always={draft !== undefined} />
      {draftOffer}
    </Page>
  );
}
