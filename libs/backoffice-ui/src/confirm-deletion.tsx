import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useFocusReturn } from './use-focus-return';
import { WriteState } from './write-state';

interface Props {
  title: string;
  /** What is deleted, and the consequences. */
  children: ReactNode;
  /** The label of the button. */
  action: string;
  /** A name that the user must type to confirm, if a mistake would be costly. */
  nameToType?: string;
  /** Whether the text of the dialog is loaded; until then nothing can be confirmed. */
  isReady?: boolean;
  isPending: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before something is deleted permanently. */
export function ConfirmDeletion(props: Props) {
  const { title, children, action, nameToType, isReady = true, isPending, error, onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  useFocusReturn();
  const isNamed = nameToType === undefined || typed.trim() === nameToType.trim();
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && isNamed) onConfirm();
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
          <WriteState write={{ isPending, error }} failed="Not deleted" />
          <Group justify="end">
            <Button variant="default" onClick={onClose} {...(nameToType === undefined && { 'data-autofocus': true })}>
              Cancel
            </Button>
            <Button type="submit" color="red" disabled={!isReady || !isNamed} loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
