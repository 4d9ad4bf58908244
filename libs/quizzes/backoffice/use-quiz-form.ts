import { useCallback, useEffect, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { correctionsOf, losesQuestion } from './pair-questions';
import { isSameQuiz, type QuizValues } from './quiz-values';

/** A change that can be undone, such as a removal. Text that was typed after it stays. */
export interface UndoStep {
  /** The description of the change. */
  text: string;
  /** Reverses the change. Later ones are undone before. */
  undo: () => void;
}

export interface QuizFormState {
  form: UseFormReturn<QuizValues>;
  /** The last one is undone first. */
  undoSteps: UndoStep[];
  addUndoStep: (step: UndoStep) => void;
  undoLastStep: () => void;
  /** Removes these steps, and leaves those that were added since. */
  removeUndoSteps: (steps: readonly UndoStep[]) => void;
}

/** The state of a quiz's form. A problem stands at its field until the field changes. */
export function useQuizForm(initial: QuizValues): QuizFormState {
  const form = useForm<QuizValues>({ defaultValues: initial, mode: 'onChange' });
  const [undoSteps, setUndoSteps] = useState<UndoStep[]>([]);
  return {
    form,
    undoSteps,
    addUndoStep: useCallback((step: UndoStep) => setUndoSteps((steps) => [...steps, step]), []),
    undoLastStep: () => {
      setUndoSteps(undoSteps.slice(0, -1));
      undoSteps.at(-1)?.undo();
    },
    removeUndoSteps: (removed) => setUndoSteps((steps) => steps.filter((step) => !removed.includes(step))),
  };
}

/**
 * Subscribes to a comparison of what is stored, the default values of the form, with what it contains.
 * @returns the function that ends the subscription
 */
export const onComparison = (
  { subscribe }: Pick<UseFormReturn<QuizValues>, 'subscribe'>,
  compare: (stored: QuizValues, values: QuizValues) => void,
) =>
  subscribe({
    formState: { values: true, isDirty: true },
    callback: ({ values, defaultValues }) => compare(defaultValues as QuizValues, values),
  });

/**
 * The result of a comparison. Only the caller renders again when it changes.
 * @param compare must stay the same function
 */
function useComparison(
  { subscribe }: UseFormReturn<QuizValues>,
  compare: (stored: QuizValues, values: QuizValues) => boolean,
): boolean {
  const [result, setResult] = useState(false);
  useEffect(() => onComparison({ subscribe }, (...values) => setResult(compare(...values))), [subscribe, compare]);
  return result;
}

const isUnsaved = (stored: QuizValues, values: QuizValues) => !isSameQuiz(stored, values);

/** Whether the form has unsaved changes. `isDirty` would also count the keys of questions, and spaces that are not saved. */
export const useIsUnsaved = (form: UseFormReturn<QuizValues>) => useComparison(form, isUnsaved);

const isQuestionLost = (stored: QuizValues, values: QuizValues) => losesQuestion(stored.questions, values.questions);

/** Whether saving would remove a stored question, or change more of it than which answers are correct. */
export const useLosesQuestion = (form: UseFormReturn<QuizValues>) => useComparison(form, isQuestionLost);

const isCorrected = (stored: QuizValues, values: QuizValues) =>
  correctionsOf(stored.questions, values.questions).length > 0;

/** Whether saving would change which answers of a stored question are correct. */
export const useCorrectsQuestion = (form: UseFormReturn<QuizValues>) => useComparison(form, isCorrected);
