import { Checkbox, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTextField } from './quiz-field';
import classes from './quiz-form.module.css';
import type { QuizValues } from './quiz-values';

interface Props {
  name: `questions.${number}.answers.${number}`;
  number: number;
  /** Called with the new mark: correct or wrong. */
  onMark: () => void;
  onEnter: () => void;
  /** Its buttons. */
  children: ReactNode;
}

/** An answer, and whether it is correct. */
export function AnswerRow({ name, number, onMark, onEnter, children }: Props) {
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
      {children}
    </div>
  );
}
