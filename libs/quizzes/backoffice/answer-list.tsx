import { Button, Group, Input, Stack, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { unavailable } from '#libs/backoffice-ui/unavailable.ts';
import { AnswerRow } from './answer-row';
import { ItemButtons } from './item-buttons';
import type { AnswersStep } from './question-actions';
import { useProblem } from './quiz-field';
import { MAX_ANSWERS, MIN_ANSWERS, wholeList } from './quiz-rules';
import { emptyAnswer, type QuizValues } from './quiz-values';

interface Props {
  question: number;
  addStep: (step: AnswersStep) => void;
}

/** The answers of an open question. */
export function AnswerList({ question, addStep }: Props) {
  const name = `questions.${question}.answers` as const;
  const { clearErrors, getValues, setFocus } = useFormContext<QuizValues>();
  const { fields, append, insert, move, remove } = useFieldArray<QuizValues, typeof name>({ name });
  const problem = useProblem(wholeList(name));
  const id = useId();
  const isFull = fields.length >= MAX_ANSWERS;
  const focus = (index: number) => setFocus(`${name}.${index}.text`);
  const add = () => {
    clearErrors(wholeList(name));
    append(emptyAnswer(), { focusName: `${name}.${fields.length}.text` });
  };
  const moveBy = (index: number, by: 1 | -1) => {
    move(index, index + by);
    addStep({
      text: `Answer ${index + 1} is now answer ${index + by + 1}`,
      undo: (answers) => {
        const moved = answers.slice(index + by, index + by + 1);
        return answers.toSpliced(index + by, 1).toSpliced(index, 0, ...moved);
      },
      focused: index,
    });
  };
  const duplicate = (index: number) => {
    insert(index + 1, { ...getValues(`${name}.${index}`) }, { focusName: `${name}.${index + 1}.text` });
    addStep({
      text: `Answer ${index + 2} is a copy of answer ${index + 1}`,
      undo: (answers) => answers.toSpliced(index + 1, 1),
      focused: index,
    });
  };
  const removeAt = (index: number) => {
    const answer = { ...getValues(`${name}.${index}`) };
    clearErrors(name);
    remove(index);
    focus(Math.min(index, fields.length - 2));
    addStep({
      text: `Answer ${index + 1} is removed`,
      undo: (answers) => answers.toSpliced(index, 0, answer),
      focused: index,
    });
  };
  return (
    <Input.Wrapper
      label="Answers"
      description={`${MIN_ANSWERS} to ${MAX_ANSWERS}. Tick every answer that counts as correct; players choose one`}
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
            onMark={() => clearErrors(wholeList(name))}
            onEnter={() => (index === fields.length - 1 && !isFull ? add() : focus(index + 1))}
          >
            <ItemButtons
              item={`answer ${index + 1}`}
              isFirst={index === 0}
              isLast={index === fields.length - 1}
              isFull={isFull}
              isNeeded={fields.length <= MIN_ANSWERS}
              onMove={(by) => moveBy(index, by)}
              onDuplicate={() => duplicate(index)}
              onRemove={() => removeAt(index)}
            />
          </AnswerRow>
        ))}
        {problem !== undefined && <Input.Error id={`${id}-problem`}>{problem}</Input.Error>}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={14} aria-hidden />}
            {...(isFull && unavailable(`${id}-full`))}
            onClick={() => !isFull && add()}
          >
            Add answer
          </Button>
          {isFull && (
            <Text size="sm" id={`${id}-full`}>
              A question has at most {MAX_ANSWERS} answers.
            </Text>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
