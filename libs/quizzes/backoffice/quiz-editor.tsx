import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#libs/backoffice-ui/api-error.ts';
import { ChangedQuestionsNotice } from './changed-questions-notice';
import { ConflictDialog } from './conflict-dialog';
import { DiscardDialog } from './discard-dialog';
import { FormerKeyNotice } from './former-key-notice';
import { correctedQuestions } from './pair-questions';
import { replaceQuiz } from './quiz-data';
import { quizQuery, readQuiz, type StoredQuiz } from '#libs/backoffice-ui/quiz-query.ts';
import { differenceOf } from './quiz-difference';
import { QuizForm } from './quiz-form';
import { isSameQuiz, type QuizValues, toBody, toValues } from './quiz-values';
import { SaveAsNew } from './save-as-new';
import { UnsavedWarning } from './unsaved-warning';
import { useQuizDraft } from './use-quiz-draft';
import { useQuizForm } from './use-quiz-form';

interface Conflict {
  theirs: StoredQuiz;
  mine: QuizValues;
}

/** A version whose save changed which answers are correct. */
interface Corrected {
  etag: string;
  /** Of the questions. */
  positions: number[];
}

/** The form of a stored quiz. It keeps its initial version until it is saved or the user takes the other version. */
export function QuizEditor({ read }: { read: StoredQuiz }) {
  const [base, setBase] = useState(read);
  const [conflict, setConflict] = useState<Conflict>();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [corrected, setCorrected] = useState<Corrected>();
  const [initial] = useState(() => toValues(read.quiz));
  const quizForm = useQuizForm(initial);
  const queryClient = useQueryClient();
  const { form, addUndoStep, clearUndoSteps } = quizForm;
  const { id } = read.quiz;
  // With the version that the changes began with, so that saving them overwrites no later one unseen.
  const restore = (values: QuizValues, stored: StoredQuiz) => {
    setBase(stored);
    form.reset(toValues(stored.quiz));
    form.reset(values, { keepDefaultValues: true });
  };
  const draftOffer = useQuizDraft(id, form, base, restore);

  const adopt = (stored: StoredQuiz) => {
    setBase(stored);
    setConflict(undefined);
    queryClient.setQueryData(quizQuery(id).queryKey, stored);
  };
  /** Saves over the version with this tag. If another version is stored by now, asks which one to keep. */
  const save = async (mine: QuizValues, etag: string) => {
    try {
      saved(await replaceQuiz(id, toBody(mine), etag), mine);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error;
      const theirs = await readQuiz(id);
      // The response to the first try may have been lost: then this is the version that it stored.
      if (isSameQuiz(toValues(theirs.quiz), mine)) saved(theirs, mine);
      else setConflict({ theirs, mine });
    }
  };
  const saved = (stored: StoredQuiz, mine: QuizValues) => {
    const positions = correctedQuestions(toValues(base.quiz).questions, mine.questions);
    if (positions.length > 0) setCorrected({ etag: stored.etag, positions });
    adopt(stored);
    // Text that was typed during the save stays unsaved.
    form.resetDefaultValues(mine);
    clearUndoSteps();
  };
  /** Replaces the content of the form by what is stored. */
  const takeStored = (stored: StoredQuiz, text: string) => {
    const mine = structuredClone(form.getValues());
    addUndoStep({ text, undo: () => restore(mine, base) });
    adopt(stored);
    form.reset(toValues(stored.quiz));
  };

  return (
    <>
      <QuizForm
        quizForm={quizForm}
        action="Save"
        pristine="All changes are saved."
        onSave={async (values) => {
          // Nothing to save: the second click of a double click may arrive after the response to the first.
          if (isSameQuiz(values, toValues(base.quiz))) saved(base, values);
          else await save(values, base.etag);
        }}
        notice={
          <>
            <ChangedQuestionsNotice quizId={id} form={form} />
            {corrected !== undefined && corrected.etag === base.etag && (
              <FormerKeyNotice
                key={corrected.etag}
                quizId={id}
                positions={corrected.positions}
                onClose={() => setCorrected(undefined)}
              />
            )}
          </>
        }
        onDiscard={() => setIsDiscarding(true)}
        recovery={(error) => error instanceof ApiError && error.status === 404 && <SaveAsNew form={form} />}
      />
      {conflict !== undefined && (
        <ConflictDialog
          difference={differenceOf(toValues(base.quiz), toValues(conflict.theirs.quiz), conflict.mine)}
          onKeepMine={() => save(conflict.mine, conflict.theirs.etag)}
          onTakeTheirs={() => takeStored(conflict.theirs, 'This is their version.')}
          onContinue={() => setConflict(undefined)}
        />
      )}
      {isDiscarding && (
        <DiscardDialog
          onDiscard={async () => takeStored(await readQuiz(id), 'Your changes are discarded.')}
          onClose={() => setIsDiscarding(false)}
        />
      )}
      <UnsavedWarning form={form} />
      {draftOffer}
    </>
  );
}
