import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import { Draggable } from '@hello-pangea/dnd';
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, CircleAlert, Copy, GripVertical, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { QuestionFields } from './question-fields';
import classes from './quiz-form.module.css';
import type { QuestionValues, QuizValues } from './quiz-values';

/** Never change, so that a card is drawn anew only for its own sake. */
export interface QuestionActions {
  toggle: (key: string) => void;
  move: (from: number, to: number) => void;
  duplicate: (index: number) => void;
  remove: (index: number) => void;
}

interface Props {
  id: string;
  index: number;
  isLast: boolean;
  isOpen: boolean;
  actions: QuestionActions;
}

/** One question of the form: its head, and its fields while it is open. */
export const QuestionCard = memo(function QuestionCard({ id, index, isLast, isOpen, actions }: Props) {
  const { getValues } = useFormContext<QuizValues>();
  return (
    <Draggable draggableId={id} index={index}>
      {({ innerRef, draggableProps, dragHandleProps }, { isDragging }) => (
        <div
          ref={innerRef}
          {...draggableProps}
          className={isDragging ? `${classes.card} ${classes.dragging}` : classes.card}
        >
          <div className={classes.head}>
            <div {...dragHandleProps} className={classes.handle} aria-label={`Drag question ${index + 1}`}>
              <GripVertical size={18} aria-hidden />
            </div>
            <h3 className={classes.heading}>
              <UnstyledButton
                id={id}
                className={classes.toggle}
                aria-expanded={isOpen}
                onClick={() => actions.toggle(id)}
              >
                <Head index={index} question={getValues(`questions.${index}`)} isOpen={isOpen} />
              </UnstyledButton>
            </h3>
            <Actions index={index} isLast={isLast} actions={actions} />
          </div>
          {isOpen && <QuestionFields index={index} />}
        </div>
      )}
    </Draggable>
  );
});

interface HeadProps {
  index: number;
  question: QuestionValues | undefined;
  isOpen: boolean;
}

/** What the question says, while its fields do not. */
function Head({ index, question, isOpen }: HeadProps) {
  const Icon = isOpen ? ChevronDown : ChevronRight;
  const count = question?.answers.length ?? 0;
  const correct = question?.answers.filter(({ isCorrect }) => isCorrect).length ?? 0;
  return (
    <>
      <Text span fw={600}>
        <Icon size={16} aria-hidden style={{ verticalAlign: '-0.15em' }} /> Question {index + 1}{' '}
        <ProblemMark index={index} />
      </Text>
      {!isOpen && (
        <>
          <Text span lineClamp={2}>
            {question?.text.trim() === '' ? 'No text yet' : question?.text}
          </Text>
          <Text span display="block" size="sm" c="dimmed">
            {count} answers, {correct} correct
          </Text>
        </>
      )}
    </>
  );
}

function ProblemMark({ index }: { index: number }) {
  const { errors } = useFormState<QuizValues>({ name: `questions.${index}` });
  if (get(errors, `questions.${index}`) === undefined) return null;
  return (
    <Text span c="var(--mantine-color-error)" size="sm">
      <CircleAlert size={16} aria-hidden style={{ verticalAlign: '-0.2em' }} /> needs attention
    </Text>
  );
}

function Actions({ index, isLast, actions }: Omit<Props, 'id' | 'isOpen'>) {
  const number = index + 1;
  return (
    <div className={classes.actions}>
      {/* Not disabled at the ends: that would take the focus from whoever moves a question there. */}
      <ActionIcon
        variant="default"
        aria-label={`Move question ${number} up`}
        title="Move up"
        aria-disabled={index === 0}
        data-disabled={index === 0 || undefined}
        onClick={() => actions.move(index, index - 1)}
      >
        <ArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={`Move question ${number} down`}
        title="Move down"
        aria-disabled={isLast}
        data-disabled={isLast || undefined}
        onClick={() => actions.move(index, index + 1)}
      >
        <ArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={`Duplicate question ${number}`}
        title="Duplicate"
        onClick={() => actions.duplicate(index)}
      >
        <Copy size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={`Remove question ${number}`}
        title="Remove"
        onClick={() => actions.remove(index)}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
