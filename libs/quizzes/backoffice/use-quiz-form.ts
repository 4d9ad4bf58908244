import { useCallback, useEffect, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { isSameQuiz, type QuizValues } from './quiz-values';

export interface Undo {
  /** The description of the action. */
  text: string;
  /** The label of the button that undoes it. */
  action: string;
  run: () => void;
}

export interface QuizFormState {
  form: UseFormReturn<QuizValues>;
  /** The last action that removed typed text. */
  undo: Undo | undefined;
  offerUndo: (undo: Undo | undefined) => void;
}

/** The state of a quiz's form. A problem stands at its field until the field changes. */
export function useQuizForm(initial: QuizValues): QuizFormState {
  const form = useForm<QuizValues>({ defaultValues: initial, mode: 'onChange' });
  const [undo, setUndo] = useState<Undo>();
  const offerUndo = useCallback((offered: Undo | undefined) => {
    setUndo(
      offered && {
        ...offered,
        run: () => {
          setUndo(undefined);
          offered.run();
        },
      },
    );
  }, []);
  return { form, undo, offerUndo };
}

/**
 * Subscribes to whether the form would save something else than its default values. `isDirty` would also count the keys of
 * questions, and spaces that are not saved.
 * @returns the function that ends the subscription
 */
export const onUnsavedChange = (
  subscribe: UseFormReturn<QuizValues>['subscribe'],
  callback: (isUnsaved: boolean) => void,
) =>
  subscribe({
    formState: { values: true, isDirty: true },
    callback: ({ values, defaultValues }) => callback(!isSameQuiz(values, defaultValues as QuizValues)),
  });

/** Whether the form has unsaved changes. Only the caller renders again when this changes. */
export function useIsUnsaved({ subscribe }: Pick<UseFormReturn<QuizValues>, 'subscribe'>): boolean {
  const [isUnsaved, setIsUnsaved] = useState(false);
  useEffect(() => onUnsavedChange(subscribe, setIsUnsaved), [subscribe]);
  return isUnsaved;
}
