import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#libs/backoffice-ui/api-error.ts';
import { ChangedQuestionsNotice } from './changed-questions-notice';
import { ConflictDialog } from './conflict-dialog';
import { DiscardDialog } from './discard-dialog';
import { hasOverlaps, mergeQuizzes } from './merge-quizzes';
import { withKeysOf } from './pair-questions';
import { replaceQuiz } from './quiz-data';
import { quizQuery, readQuiz, type StoredQuiz } from '#libs/backoffice-ui/quiz-query.ts';
import type { QuizDifference } from './quiz-difference';
import { QuizForm } from './quiz-form';
import { isSameQuiz, type QuizValues, toBody, toValues } from './quiz-values';
import { SaveAsNew } from './save-as-new';
import { UnsavedWarning } from './unsaved-warning';
import { useAddedQuestions } from './use-added-questions';
import { useFormerKeyNotice } from './use-former-key-notice';
import { useQuizDraft } from './use-quiz-draft';
import { useQuizForm } from './use-quiz-form';

interface Conflict {
  /** What the changes in the form began with. */
  from: StoredQuiz;
  theirs: StoredQuiz;
  overlaps: QuizDifference;
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;

/** The form of a stored quiz. It keeps its initial version until it is saved, or its changes are discarded. */
export function QuizEditor({ read }: { read: StoredQuiz }) {
  const [base, setBase] = useState(read);
  const [conflict, setConflict] = useState<Conflict>();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [initial] = useState(() => toValues(read.quiz));
  const quizForm = useQuizForm(initial);
  const queryClient = useQueryClient();
  const { form, undoSteps, addUndoStep, removeUndoSteps } = quizForm;
  const { id } = read.quiz;
  const { notice: formerKeyNotice, noteSaved } = useFormerKeyNotice(id);
  // With the version that the changes began with, so that saving them overwrites no later one unseen.
  const restore = (values: QuizValues, stored: StoredQuiz) => {
    setBase(stored);
    form.reset(toValues(stored.quiz));
    form.reset(values, { keepDefaultValues: true });
  };
  const draftOffer = useQuizDraft(id, form, base, restore);
  useAddedQuestions(quizForm);

  const adopt = (stored: StoredQuiz) => {
    setBase(stored);
    setConflict(undefined);
    queryClient.setQueryData(quizQuery(id).queryKey, stored);
  };
  /** Saves over the version that the changes began with. If another one is stored by now, merges the changes of both. */
  const save = async (mine: QuizValues, from: StoredQuiz) => {
    try {
      saved(await replaceQuiz(id, toBody(mine), from.etag), mine, from);
    } catch (error) {
      if (!isConflict(error)) throw error;
      const theirs = await readQuiz(id);
      // The response to the first try may have been lost: then this is the version that it stored.
      if (isSameQuiz(toValues(theirs.quiz), mine)) saved(theirs, mine, from);
      else await saveMerged(from, theirs);
    }
  };
  /** @param preferred whose changes to keep of those that overlap; if there are some, it asks first */
  const saveMerged = async (from: StoredQuiz, theirs: StoredQuiz, preferred?: 'theirs' | 'mine') => {
    const mergeWith = (mine: QuizValues) =>
      mergeQuizzes(toValues(from.quiz), toValues(theirs.quiz), mine, preferred ?? 'mine');
    const mine = structuredClone(form.getValues());
    const { quiz, overlaps } = mergeWith(mine);
    if (preferred === undefined && hasOverlaps(overlaps)) {
      setConflict({ from, theirs, overlaps });
      return;
    }
    try {
      saved(await replaceQuiz(id, toBody(quiz), theirs.etag), quiz, theirs);
    } catch (error) {
      if (!isConflict(error)) throw error;
      await saveMerged(from, await readQuiz(id));
      return;
    }
    form.reset(mergeWith(structuredClone(form.getValues())).quiz, { keepDefaultValues: true });
    notifications.show({ message: 'Saved together with changes of somebody else.' });
  };
  const saved = (stored: StoredQuiz, mine: QuizValues, from: StoredQuiz) => {
    noteSaved(from, stored);
    adopt(stored);
    // What was changed during the save stays unsaved, and can be undone.
    form.resetDefaultValues(mine);
    removeUndoSteps(undoSteps);
  };
  const discard = async () => {
    const stored = await readQuiz(id);
    const mine = structuredClone(form.getValues());
    addUndoStep({ text: 'Your changes are discarded.', undo: () => restore(mine, base) });
    adopt(stored);
    const values = toValues(stored.quiz);
    // Open questions stay open.
    form.reset({ ...values, questions: withKeysOf(mine.questions, values.questions) });
  };

  return (
    <>
      <QuizForm
        quizForm={quizForm}
        action="Save"
        pristine="All changes are saved."
        onSave={async (values) => {
          // Nothing to save: the second click of a double click may arrive after the response to the first.
          if (isSameQuiz(values, toValues(base.quiz))) saved(base, values, base);
          else await save(values, base);
        }}
        notice={
          <>
            <ChangedQuestionsNotice quizId={id} form={form} />
            {formerKeyNotice}
          </>
        }
        onDiscard={() => setIsDiscarding(true)}
        recovery={(error) => error instanceof ApiError && error.status === 404 && <SaveAsNew form={form} />}
      />
      {conflict !== undefined && (
        <ConflictDialog
          overlaps={conflict.overlaps}
          onSave={(preferred) => saveMerged(conflict.from, conflict.theirs, preferred)}
          onContinue={() => setConflict(undefined)}
        />
      )}
      {isDiscarding && <DiscardDialog onDiscard={discard} onClose={() => setIsDiscarding(false)} />}
      <UnsavedWarning form={form} />
      {draftOffer}
    </>
  );
}
