import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
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
  /** Whether the text of the dialog is loaded; until then nothing can be confirmed. */
  isReady?: boolean;
  /** Whether the action can be undone; its button is not red then. */
  isUndoable?: boolean;
  onClose: () => void;
}

/** Asks for confirmation before an action, which is irreversible unless the caller says otherwise. */
export function ConfirmDialog(props: Props) {
  const { title, children, action, write, failed, nameToType, isReady = true, isUndoable = false, onClose } = props;
  const [typed, setTyped] = useState('');
  useFocusReturn();
  const isNamed = nameToType === undefined || typed.trim() === nameToType.trim();
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && isNamed) write.mutate();
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
            <Button variant="default" onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <Button
              type="submit"
              {...(!isUndoable && { color: 'red' })}
              disabled={!isReady || !isNamed}
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
