import { type FieldPath, get, useFormContext, useFormState } from 'react-hook-form';
import { problemsOf } from './quiz-rules';
import type { QuizValues } from './quiz-values';

type Path = FieldPath<QuizValues>;

/** The problem of a field, or of a list as a whole. Only the caller renders again when it changes. */
export function useProblem(path: string): string | undefined {
  const { errors } = useFormState<QuizValues>({ name: path as Path, exact: true });
  const error: { message?: string } | undefined = get(errors, path);
  return error?.message;
}

/** Checks a field when the user leaves it. */
export function useCheck(name: Path): () => void {
  const { getValues, setError } = useFormContext<QuizValues>();
  return () => {
    // Leaving an empty field is not an error yet; saving reports it.
    if (getValues(name) === '') return;
    const problem = problemsOf(getValues()).find(({ path }) => path === name);
    if (problem !== undefined) setError(name, { message: problem.message });
  };
}

/** A text field of the form. It is uncontrolled, so that typing renders nothing again. */
export function useTextField(name: Path) {
  const { register } = useFormContext<QuizValues>();
  const error = useProblem(name);
  const field = register(name, { onBlur: useCheck(name) });
  return { ...field, error };
}
