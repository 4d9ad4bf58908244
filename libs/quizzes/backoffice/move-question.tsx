import { Button, Group, Modal, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { useFocusReturn } from '#libs/backoffice-ui/use-focus-return.ts';

interface Props {
  /** Its position, from 0. */
  from: number;
  /** Number of questions. */
  count: number;
  onMove: (to: number) => void;
  onClose: () => void;
}

/** Asks for the new position of a question. */
export function MoveQuestion({ from, count, onMove, onClose }: Props) {
  const [position, setPosition] = useState<number | string>(from + 1);
  const to = Number(position);
  const isValid = Number.isInteger(to) && to >= 1 && to <= count;
  useFocusReturn();
  return (
    <Modal opened onClose={onClose} title={`Move question ${from + 1}`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React passes it on to the form of the quiz.
          event.stopPropagation();
          if (!isValid) return;
          onMove(to - 1);
          onClose();
        }}
      >
        <Stack>
          <NumberInput
            label="New position"
            value={position}
            onChange={setPosition}
            min={1}
            max={count}
            clampBehavior="none"
            allowDecimal={false}
            error={isValid ? undefined : `Enter a position from 1 to ${count}`}
            data-autofocus
          />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Move</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
