import { ActionIcon, Checkbox, Group, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { useTextField } from './quiz-field';
import classes from './quiz-form.module.css';
import type { QuizValues } from './quiz-values';

interface Props {
  name: `questions.${number}.answers.${number}`;
  number: number;
  /** There can be no more answers. */
  isFull: boolean;
  /** There can be no fewer. */
  isNeeded: boolean;
  /** It was marked as correct or wrong. */
  onMark: () => void;
  onEnter: () => void;
  onDuplicate: () => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

/** An answer, and whether it is correct. */
export function AnswerRow({ name, number, isFull, isNeeded, onMark, onEnter, onDuplicate, onMove, onRemove }: Props) {
  const { register } = useFormContext<QuizValues>();
  return (
    <div className={classes.answer}>
      <Checkbox
        {...register(`${name}.isCorrect`, { onChange: onMark })}
        aria-label={`Answer ${number} is correct`}
        title="Correct"
      />
      <TextInput
        {...useTextField(`${name}.text`)}
        aria-label={`Answer ${number}`}
        autoComplete="off"
        onKeyDown={(event) => {
          // Otherwise the browser would submit the form.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onEnter();
        }}
      />
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={`Move answer ${number} up`}
          title="Move up"
          onClick={() => onMove(-1)}
        >
          <ArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={`Move answer ${number} down`}
          title="Move down"
          onClick={() => onMove(1)}
        >
          <ArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={`Duplicate answer ${number}`}
          title="Duplicate"
          disabled={isFull}
          onClick={onDuplicate}
        >
          <Copy size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={`Remove answer ${number}`}
          title="Remove"
          disabled={isNeeded}
          onClick={onRemove}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  );
}
