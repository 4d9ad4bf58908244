import { useCallback, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { QuizValues } from './quiz-values';

export interface Undo {
  /** What was done. */
  text: string;
  /** What the button says that takes it back. */
  action: string;
  run: () => void;
}

export interface QuizFormState {
  form: UseFormReturn<QuizValues>;
  /** The last thing that lost something which was typed. */
  undo: Undo | undefined;
  offerUndo: (undo: Undo | undefined) => void;
}

/** The state of a quiz's form. Problems are shown where they are found, and go as soon as their field is changed. */
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
