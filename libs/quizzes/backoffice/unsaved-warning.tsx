import type { UseFormReturn } from 'react-hook-form';
import { useUnsavedWarning } from '#libs/backoffice-ui/use-unsaved-warning.tsx';
import type { QuizValues } from './quiz-values';
import { useIsUnsaved } from './use-quiz-form';

interface Props {
  form: UseFormReturn<QuizValues>;
  /** Warns even before anything was typed, because the initial values are stored nowhere. */
  always?: boolean;
}

/** Warns before the user leaves a form with unsaved changes. The first change renders only this component again. */
export function UnsavedWarning({ form, always = false }: Props) {
  const isUnsaved = useIsUnsaved(form);
  return useUnsavedWarning(isUnsaved || always);
}
