import { ActionIcon, Text, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { findQuestions } from './find-questions';
import classes from './quiz-form.module.css';
import type { QuizValues } from './quiz-values';

interface Props {
  /** Shows a question. */
  onFound: (key: string) => void;
  /** Moves the focus to a question. */
  onChosen: (key: string) => void;
}

/** Finds questions one after the other, also closed ones, which the browser's own search skips. */
export function FindQuestion({ onFound, onChosen }: Props) {
  const { getValues } = useFormContext<QuizValues>();
  const [text, setText] = useState('');
  const [result, setResult] = useState('');
  const current = useRef<string>(undefined);

  const find = (step: 1 | -1) => {
    if (text.trim() === '') return;
    const found = findQuestions(getValues('questions'), text);
    const at = found.findIndex(({ key }) => key === current.current);
    const next = at === -1 && step === -1 ? found.length - 1 : (at + step + found.length) % found.length;
    const question = found[next];
    current.current = question?.key;
    setResult(question === undefined ? 'Not found' : `${next + 1} of ${found.length}`);
    if (question !== undefined) onFound(question.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      // Otherwise the browser would submit the form.
      event.preventDefault();
      find(event.shiftKey ? -1 : 1);
    }
    if (event.key === 'Escape' && current.current !== undefined) onChosen(current.current);
  };

  return (
    <div className={classes.find} role="search" aria-label="Questions">
      <TextInput
        aria-label="Find in questions and answers"
        aria-description="Enter finds the next question, Shift and Enter the one before, Escape goes to it"
        placeholder="Find a question"
        leftSection={<Search size={16} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setResult('');
          current.current = undefined;
        }}
        onKeyDown={onKeyDown}
        autoComplete="off"
      />
      <ActionIcon variant="default" size="lg" aria-label="Find the question before" onClick={() => find(-1)}>
        <ArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size="lg" aria-label="Find the next question" onClick={() => find(1)}>
        <ArrowDown size={16} aria-hidden />
      </ActionIcon>
      <Text size="sm" c="dimmed" role="status">
        {result}
      </Text>
    </div>
  );
}
