import { Group, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldPath, FormProvider } from 'react-hook-form';
import { type FieldProblem, fieldProblems } from '#libs/backoffice-ui/api-error.ts';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { QuestionList, type QuestionListHandle } from './question-list';
import { atFields, isField, problemsOf, wholeList } from './quiz-rules';
import type { QuizValues } from './quiz-values';
import { SaveBar } from './save-bar';
import { SettingsFields } from './settings-fields';
import { TakingFields } from './taking-fields';
import { UnsavedPreview } from './unsaved-preview';
import type { QuizFormState } from './use-quiz-form';

interface Props {
  quizForm: QuizFormState;
  /** The label of the button. */
  action: string;
  /** The message while nothing is changed. */
  pristine?: string;
  /** Saves the quiz. @throws ApiError */
  onSave: (quiz: QuizValues) => Promise<void>;
  /** What saving has as a consequence, above the button that saves. */
  notice?: ReactNode;
  /** Asks whether to discard the changes; absent if nothing is stored yet. */
  onDiscard?: () => void;
  /** Actions beside an error message. */
  recovery?: (error: unknown) => ReactNode;
}

/** The form of a quiz, new or stored. */
export function QuizForm({ quizForm, action, pristine = '', onSave, notice, onDiscard, recovery }: Props) {
  const { form, undoSteps, addUndoStep, undoLastStep } = quizForm;
  const element = useRef<HTMLFormElement>(null);
  const list = useRef<QuestionListHandle>(null);
  const [previewed, setPreviewed] = useState<QuizValues>();
  const saving = useMutation({ mutationFn: onSave, onError: (error) => show(atFields(fieldProblems(error))) });

  const show = (problems: FieldProblem[]) => {
    const shown = problems.filter(({ path }) => isField(path));
    for (const { path, message } of shown) form.setError(path as FieldPath<QuizValues>, { message });
    const [first] = shown;
    if (first === undefined) return;
    // The fields of a closed question cannot get the focus.
    flushSync(() =>
      list.current?.open(shown.flatMap(({ path }) => /^questions\.(\d+)/.exec(path)?.[1] ?? []).map(Number)),
    );
    focusField(element.current, first.path);
  };
  const save = () => {
    if (saving.isPending) return;
    form.clearErrors();
    saving.reset();
    const values = structuredClone(form.getValues());
    const problems = problemsOf(values);
    if (problems.length > 0) show(problems);
    else saving.mutate(values);
  };
  const preview = () => {
    const values = structuredClone(form.getValues());
    if (values.questions.length === 0) show(problemsOf(values).filter(({ path }) => path === wholeList('questions')));
    else setPreviewed(values);
  };
  useHotkeys([['mod+S', save]], []);

  const elsewhere = saving.error === null ? undefined : elsewhereOf(saving.error);
  const isElsewhere = saving.error === null || elsewhere !== undefined;
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack gap="lg">
          <SettingsFields />
          <TakingFields />
          <QuestionList ref={list} addUndoStep={addUndoStep} />
          <SaveBar
            action={action}
            pristine={pristine}
            isSaving={saving.isPending}
            state={
              isElsewhere && (
                <WriteState write={saving} failed="Not saved">
                  <Group justify="space-between">
                    <Text size="sm">{elsewhere}</Text>
                    {recovery?.(saving.error)}
                  </Group>
                </WriteState>
              )
            }
            notice={notice}
            undoable={undoSteps.at(-1)?.text}
            onUndo={undoLastStep}
            onDiscard={onDiscard}
            onPreview={preview}
          />
        </Stack>
      </form>
      {previewed !== undefined && <UnsavedPreview quiz={previewed} onClose={() => setPreviewed(undefined)} />}
    </FormProvider>
  );
}

/** The part of an error that no field shows. */
function elsewhereOf(error: Error): string | undefined {
  const problems = fieldProblems(error);
  if (problems.length === 0) return error.message;
  const left = problems.filter((_, index) => !isField(atFields(problems)[index]?.path ?? ''));
  return left.length === 0 ? undefined : left.map(({ path, message }) => `${path}: ${message}`).join('; ');
}

/** The element of a problem. For a list: its first item, or the button that adds one. */
function focusField(form: HTMLFormElement | null, path: string): void {
  const name = path === 'questions.root' ? 'questions' : path.replace(/answers\.root$/, 'answers.0.isCorrect');
  const field = form?.querySelector<HTMLElement>(`[name="${name}"], [id="${name}"]`);
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
