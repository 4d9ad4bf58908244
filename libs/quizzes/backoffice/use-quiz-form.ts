import { useCallback, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { QuizValues } from './quiz-values';

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
