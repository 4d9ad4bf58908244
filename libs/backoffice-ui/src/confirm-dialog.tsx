import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { unavailable } from './unavailable';
import { useFocusReturn } from './use-focus-return';
import { WriteState } from './write-state';

interface Props {
  title: string;
  /** The consequences, and fields if there are any. A field with `data-autofocus` has the focus at first. */
  children: ReactNode;
  /** The label of the button. */
  action: string;
  /** The mutation that the button starts. */
  write: { isPending: boolean; error: Error | null; mutate: () => void };
  /** The title of its error, such as "Not deleted". */
  failed: string;
  /** A name, or another text that tells it from others, that the user must type to confirm, if a mistake would be costly. */
  nameToType?: string;
  /** Why nothing can be confirmed yet, such as "Enter a reason first." */
  obstacle?: string | undefined;
  /** Whether the action can be undone; its button is not red then. */
  isUndoable?: boolean;
  onClose: () => void;
}

/** A text as people see and type it: a page collapses spaces and line breaks, and some characters have no width. */
const asShown = (text: string) =>
  text
    .normalize()
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Asks for confirmation before an action, which is irreversible unless the caller says otherwise. */
export function ConfirmDialog(props: Props) {
  const { title, children, action, write, failed, nameToType, isUndoable = false, onClose } = props;
  const [typed, setTyped] = useState('');
  useFocusReturn();
  const isNamed = nameToType === undefined || asShown(typed) === asShown(nameToType);
  const obstacle = props.obstacle ?? (isNamed ? undefined : 'Type the text first.');
  const obstacleId = useId();
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (obstacle === undefined) write.mutate();
        }}
      >
        <Stack>
          {children}
          {nameToType !== undefined && (
            <TextInput
              label={
                <>
                  Type “<bdi>{nameToType}</bdi>” to confirm
                </>
              }
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              autoComplete="off"
              data-autofocus
              autoFocus
            />
          )}
          <WriteState write={write} failed={failed} />
          <Group justify="end">
            {obstacle !== undefined && (
              <Text size="sm" c="dimmed" id={obstacleId}>
                {obstacle}
              </Text>
            )}
            <Button variant="default" onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <Button
              type="submit"
              {...(!isUndoable && { color: 'red' })}
              {...(obstacle !== undefined && unavailable(obstacleId))}
              loading={write.isPending}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
