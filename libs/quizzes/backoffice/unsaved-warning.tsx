import { useFormState, type UseFormReturn } from 'react-hook-form';
import { useUnsavedWarning } from '#libs/backoffice-ui/use-unsaved-warning.tsx';
import type { QuizValues } from './quiz-values';

interface Props {
  form: UseFormReturn<QuizValues>;
  /** Also where nothing was typed yet, because what the form began with is stored nowhere. */
  always?: boolean;
}

/** Warns before a form with unsaved changes is left. Only this is drawn anew when there are the first ones. */
export function UnsavedWarning({ form: { control }, always = false }: Props) {
  const { isDirty } = useFormState({ control });
  return useUnsavedWarning(isDirty || always);
}
