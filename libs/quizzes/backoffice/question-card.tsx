import { Text, UnstyledButton } from '@mantine/core';
import { Draggable } from '@hello-pangea/dnd';
import { ChevronDown, ChevronRight, CircleAlert, GripVertical } from 'lucide-react';
import { memo } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import { ItemButtons } from './item-buttons';
import type { QuestionActions } from './question-actions';
import { QuestionFields } from './question-fields';
import classes from './quiz-form.module.css';
import type { QuestionValues, QuizValues } from './quiz-values';

interface Props {
  id: string;
  index: number;
  isLast: boolean;
  /** Whether the quiz has as many questions as it can have. */
  isFull: boolean;
  isOpen: boolean;
  actions: QuestionActions;
}

/** One question of the form: its header, and its fields while it is open. */
export const QuestionCard = memo(function QuestionCard({ id, index, isLast, isFull, isOpen, actions }: Props) {
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
            <ItemButtons
              item={`question ${index + 1}`}
              isFirst={index === 0}
              isLast={isLast}
              isFull={isFull}
              onMove={(by) => actions.move(index, index + by)}
              onMoveTo={() => actions.moveTo(index)}
              onDuplicate={() => actions.duplicate(index)}
              onRemove={() => actions.remove(index)}
            />
          </div>
          {isOpen && <QuestionFields index={index} addAnswersStep={actions.addAnswersStep} />}
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

/** The text of the question, while its fields are closed. */
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
            {question?.text.trim() === '' ? 'No text yet' : <UserText block>{question?.text ?? ''}</UserText>}
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
