import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { DragDropContext, Droppable } from '@hello-pangea/dnd';
import { Plus } from 'lucide-react';
import { type Ref, useEffect, useImperativeHandle, useMemo, useState, useTransition } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { cspNonce } from '#libs/backoffice-ui/csp.ts';
import { unavailable } from '#libs/backoffice-ui/unavailable.ts';
import { FindQuestion } from './find-question';
import { MoveQuestion } from './move-question';
import type { QuestionActions } from './question-actions';
import { QuestionCard } from './question-card';
import { useProblem } from './quiz-field';
import { MAX_QUESTIONS, wholeList } from './quiz-rules';
import { emptyQuestion, newKey, type QuizValues } from './quiz-values';
import type { UndoStep } from './use-quiz-form';

export interface QuestionListHandle {
  /** Opens questions, so that their fields can get the focus. */
  open: (indices: number[]) => void;
}

interface Props {
  ref: Ref<QuestionListHandle>;
  addUndoStep: (step: UndoStep) => void;
}

/** The questions of the form: cards that open for editing. Dragging, keys and buttons change their order. */
export function QuestionList({ ref, addUndoStep }: Props) {
  const { getValues, setValue, setFocus, clearErrors } = useFormContext<QuizValues>();
  const { fields, append, insert, move, remove } = useFieldArray<QuizValues, 'questions'>({ name: 'questions' });
  const [linked] = useState(() => linkedKey(getValues()));
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(fields.length === 1 ? [fields[0]?.key ?? ''] : linked === '' ? [] : [linked]),
  );
  const [moving, setMoving] = useState<number>();
  const [, startOpening] = useTransition();
  useEffect(() => {
    if (linked !== '') focusCard(linked);
  }, [linked]);
  const problem = useProblem(wholeList('questions'));
  const isFull = fields.length >= MAX_QUESTIONS;

  useImperativeHandle(
    ref,
    () => ({
      open: (indices) => setOpen((keys) => new Set([...keys, ...indices.map((index) => keyAt(getValues(), index))])),
    }),
    [getValues],
  );

  const actions = useMemo<QuestionActions>(
    () => ({
      toggle: (key) =>
        setOpen((keys) => (keys.has(key) ? new Set([...keys].filter((one) => one !== key)) : new Set([...keys, key]))),
      move: (from, to) => {
        move(from, to);
        addUndoStep({
          text: `Question ${from + 1} is now question ${to + 1}.`,
          undo: () => {
            flushSync(() => move(to, from));
            focusCard(keyAt(getValues(), from));
          },
        });
      },
      moveTo: setMoving,
      duplicate: (index) => {
        const question = getValues(`questions.${index}`);
        const copy = { ...structuredClone(question), key: newKey() };
        setOpen((keys) => new Set([...keys, copy.key]));
        insert(index + 1, copy, { focusName: `questions.${index + 1}.text` });
        addUndoStep({
          text: `Question ${index + 2} is a copy of question ${index + 1}.`,
          undo: () => {
            flushSync(() => remove(index + 1));
            focusCard(keyAt(getValues(), index));
          },
        });
      },
      remove: (index) => {
        const question = structuredClone(getValues(`questions.${index}`));
        flushSync(() => remove(index));
        clearErrors(wholeList('questions'));
        const next = Math.min(index, getValues('questions').length - 1);
        focusCard(keyAt(getValues(), next));
        addUndoStep({
          text: `Question ${index + 1} is removed.`,
          undo: () => {
            flushSync(() => insert(index, question, { shouldFocus: false }));
            focusCard(question.key);
          },
        });
      },
      addAnswersStep: (index, { text, undo, focused }) => {
        const { key } = getValues(`questions.${index}`);
        addUndoStep({
          text: `${text} in question ${index + 1}.`,
          undo: () => {
            const now = getValues('questions').findIndex((question) => question.key === key);
            const name = `questions.${now}.answers` as const;
            clearErrors(name);
            flushSync(() => setOpen((keys) => new Set([...keys, key])));
            flushSync(() => setValue(name, undo(getValues(name))));
            setFocus(`${name}.${focused}.text`);
          },
        });
      },
    }),
    [addUndoStep, clearErrors, getValues, insert, move, remove, setFocus, setValue],
  );

  const add = () => {
    const question = emptyQuestion();
    setOpen((keys) => new Set([...keys, question.key]));
    clearErrors(wholeList('questions'));
    append(question, { focusName: `questions.${fields.length}.text` });
  };

  return (
    <Stack gap="sm" component="section" aria-labelledby="questions-title">
      <Group justify="space-between">
        <Title order={2} size="h3" id="questions-title">
          Questions ({fields.length})
        </Title>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            // Hundreds of questions take a while; the page stays responsive.
            onClick={() => startOpening(() => setOpen(new Set(getValues('questions').map(({ key }) => key))))}
          >
            Open all
          </Button>
          <Button variant="default" size="xs" onClick={() => setOpen(new Set())}>
            Close all
          </Button>
        </Group>
      </Group>
      <FindQuestion
        onFound={(key) => {
          flushSync(() => setOpen((keys) => new Set([...keys, key])));
          document.getElementById(key)?.scrollIntoView();
        }}
        onChosen={focusCard}
      />
      <DragDropContext
        nonce={cspNonce()}
        onDragEnd={({ source, destination }) => {
          if (destination && destination.index !== source.index) actions.move(source.index, destination.index);
        }}
      >
        <Droppable droppableId="questions">
          {({ innerRef, droppableProps, placeholder }) => (
            <div ref={innerRef} {...droppableProps}>
              {fields.map(({ key }, index) => (
                <QuestionCard
                  key={key}
                  id={key}
                  index={index}
                  isLast={index === fields.length - 1}
                  isFull={isFull}
                  isOpen={open.has(key)}
                  actions={actions}
                />
              ))}
              {placeholder}
            </div>
          )}
        </Droppable>
      </DragDropContext>
      {problem !== undefined && (
        <Text c="var(--mantine-color-error)" size="sm" id="questions-problem">
          {problem}
        </Text>
      )}
      <Group>
        <Button
          name="questions"
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          aria-describedby={problem === undefined ? undefined : 'questions-problem'}
          {...(isFull && unavailable(problem === undefined ? 'questions-full' : 'questions-problem questions-full'))}
          onClick={() => !isFull && add()}
        >
          Add question
        </Button>
        {isFull && (
          <Text size="sm" id="questions-full">
            A quiz has at most {MAX_QUESTIONS} questions.
          </Text>
        )}
      </Group>
      {moving !== undefined && (
        <MoveQuestion
          from={moving}
          count={fields.length}
          onMove={(to) => actions.move(moving, to)}
          onClose={() => setMoving(undefined)}
        />
      )}
    </Stack>
  );
}

const keyAt = ({ questions }: QuizValues, index: number) => questions[index]?.key ?? '';

/** The question that the address names, as in `#question-3`; empty if there is none. */
const linkedKey = (values: QuizValues) => keyAt(values, Number(/^#question-(\d+)$/.exec(location.hash)?.[1] ?? 0) - 1);

/** Moves the focus to the header of a question, or to the button that adds one if there is none. */
function focusCard(key: string): void {
  (document.getElementById(key) ?? document.querySelector<HTMLElement>('[name="questions"]'))?.focus();
}
