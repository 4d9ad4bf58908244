import { type FieldPath, get, useFormContext, useFormState } from 'react-hook-form';
import { problemsOf } from './quiz-rules';
import type { QuizValues } from './quiz-values';

type Path = FieldPath<QuizValues>;

/** What is wrong with a field, or with a list as a whole; only the caller is drawn anew when that changes. */
export function useProblem(path: string): string | undefined {
  const { errors } = useFormState<QuizValues>({ name: path as Path, exact: true });
  const error: { message?: string } | undefined = get(errors, path);
  return error?.message;
}

/** A text field of the form. It keeps its text itself, so that typing draws nothing anew. */
export function useTextField(name: Path) {
  const { register, getValues, setError } = useFormContext<QuizValues>();
  const error = useProblem(name);
  const field = register(name, {
    onBlur: () => {
      // Whoever only passes through an empty field is not told off; saving tells.
      if (getValues(name) === '') return;
      const problem = problemsOf(getValues()).find(({ path }) => path === name);
      if (problem !== undefined) setError(name, { message: problem.message });
    },
  });
  return { ...field, error };
}
