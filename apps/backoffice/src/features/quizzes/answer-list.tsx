import { Button, Group, Input, Stack } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { AnswerRow } from './answer-row';
import { keepFocus } from './keep-focus';
import { useProblem } from './quiz-field';
import { MAX_ANSWERS, MIN_ANSWERS, wholeList } from './quiz-rules';
import { emptyAnswer, type QuizValues } from './quiz-values';

/** The answers of an open question. */
export function AnswerList({ question }: { question: number }) {
  const name = `questions.${question}.answers` as const;
  const { clearErrors, getValues, setFocus } = useFormContext<QuizValues>();
  const { fields, append, insert, move, remove } = useFieldArray<QuizValues, typeof name>({ name });
  const problem = useProblem(wholeList(name));
  const id = useId();
  const focus = (index: number) => setFocus(`${name}.${index}.text`);
  const add = () => {
    clearErrors(wholeList(name));
    append(emptyAnswer(), { focusName: `${name}.${fields.length}.text` });
  };
  return (
    <Input.Wrapper
      label="Answers"
      description="Tick every correct answer"
      labelElement="div"
      role="group"
      id={id}
      aria-labelledby={`${id}-label`}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
    >
      <Stack gap="xs" mt="xs">
        {fields.map((field, index) => (
          <AnswerRow
            key={field.id}
            name={`${name}.${index}`}
            number={index + 1}
            isFull={fields.length >= MAX_ANSWERS}
            isNeeded={fields.length <= MIN_ANSWERS}
            onMark={() => clearErrors(wholeList(name))}
            onEnter={() => (index === fields.length - 1 && fields.length < MAX_ANSWERS ? add() : focus(index + 1))}
            onDuplicate={() =>
              insert(index + 1, { ...getValues(`${name}.${index}`) }, { focusName: `${name}.${index + 1}.text` })
            }
            onMove={(by) => {
              const to = index + by;
              if (to >= 0 && to < fields.length) keepFocus(() => flushSync(() => move(index, to)));
            }}
            onRemove={() => {
              clearErrors(name);
              remove(index);
              focus(Math.min(index, fields.length - 2));
            }}
          />
        ))}
        {problem !== undefined && <Input.Error id={`${id}-problem`}>{problem}</Input.Error>}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={14} aria-hidden />}
            disabled={fields.length >= MAX_ANSWERS}
            onClick={add}
          >
            Add answer
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
