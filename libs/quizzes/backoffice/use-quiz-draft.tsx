import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { readDraft, removeDraft, storeDraft } from '#libs/backoffice-ui/drafts.ts';
import type { StoredQuiz } from '#libs/backoffice-ui/quiz-query.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { useFocusReturn } from '#libs/backoffice-ui/use-focus-return.ts';
import { emptyQuestion, emptyQuiz, isSameQuiz, newKey, type QuizValues, toValues } from './quiz-values';
import { onComparison } from './use-quiz-form';

/** Time without changes after which a draft is stored, in milliseconds. */
const DELAY_MS = 500;

interface Draft<Base> {
  base: Base;
  values: QuizValues;
  storedAt: string;
}

/**
 * Stores unsaved changes as a draft, and offers the draft that a crash, a reload or a closed tab has left, if it changes
 * something. Leaving the page otherwise removes the draft, after the warning about unsaved changes.
 * @param name identifies the form among those of the user
 * @param base the stored quiz that the changes began with; undefined if it is new
 * @returns the dialog that offers the draft; the caller renders it
 */
export function useQuizDraft<Base extends StoredQuiz | undefined>(
  name: string,
  form: UseFormReturn<QuizValues>,
  base: Base,
  onRestore: (values: QuizValues, base: Base) => void,
): ReactNode {
  const [found] = useState(() => findDraft<Base>(name, form.getValues()));
  const [offered, setOffered] = useState(found);
  const isOffered = offered !== undefined;
  useEffect(() => {
    if (found === undefined) removeDraft(name);
  }, [found, name]);
  const store = useEffectEvent(() => {
    storeDraft(name, { base, values: form.getValues(), storedAt: new Date().toISOString() } satisfies Draft<Base>);
  });
  useEffect(() => {
    if (isOffered) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = onComparison(form, (stored, values) => {
      clearTimeout(timer);
      timer = setTimeout(() => (isSameQuiz(stored, values) ? removeDraft(name) : store()), DELAY_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
      removeDraft(name);
    };
  }, [form, isOffered, name]);
  if (offered === undefined) return null;
  return (
    <DraftDialog
      storedAt={offered.storedAt}
      onDiscard={() => {
        removeDraft(name);
        setOffered(undefined);
      }}
      onRestore={() => {
        const questions = offered.values.questions.map((question) => ({ ...question, key: newKey() }));
        onRestore({ ...offered.values, questions }, offered.base);
        setOffered(undefined);
      }}
    />
  );
}

/** The stored draft. Undefined if there is none, or if it has no changes to the quiz that is stored now or was stored then. */
function findDraft<Base extends StoredQuiz | undefined>(name: string, stored: QuizValues): Draft<Base> | undefined {
  const found = readDraft(name) as Draft<Base> | undefined;
  if (found === undefined) return undefined;
  const draft = { ...found, values: withDefaults(found.values) };
  if (isSameQuiz(draft.values, stored)) return undefined;
  return draft.base !== undefined && isSameQuiz(draft.values, toValues(draft.base.quiz)) ? undefined : draft;
}

/** A draft that an earlier release stored lacks the fields that were added since. */
const withDefaults = (values: QuizValues): QuizValues => ({
  ...emptyQuiz(),
  ...values,
  questions: values.questions.map((question) => ({ ...emptyQuestion(), ...question })),
});

interface DialogProps {
  storedAt: string;
  onDiscard: () => void;
  onRestore: () => void;
}

/** Has no way out without a decision: changes of the form would replace the draft. */
function DraftDialog({ storedAt, onDiscard, onRestore }: DialogProps) {
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Restore unsaved changes?"
    >
      <Stack>
        <Text>
          Your changes of <Time at={storedAt} /> were not saved. This browser has stored them.
        </Text>
        <Group justify="end">
          <Button variant="default" onClick={onDiscard}>
            Discard
          </Button>
          <Button onClick={onRestore} data-autofocus>
            Restore
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
