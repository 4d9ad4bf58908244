import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../api/api-error';
import { useFocusReturn } from './use-focus-return';

interface Props {
  title: string;
  /** What is deleted and what that means. */
  children: ReactNode;
  /** What the button says. */
  action: string;
  /** A name that the person must type, where a mistake would hurt. */
  nameToType?: string;
  isPending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is deleted for good. */
export function ConfirmDeletion(props: Props) {
  const { title, children, action, nameToType, isPending, error, onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  useFocusReturn();
  const isNamed = nameToType === undefined || typed.trim() === nameToType.trim();
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isNamed) onConfirm();
        }}
      >
        <Stack>
          {children}
          {nameToType !== undefined && (
            <TextInput
              label={`Type “${nameToType}” to confirm`}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          {error != null && (
            <Alert color="red" variant="outline" role="alert">
              {messageOf(error)}
            </Alert>
          )}
          <Group justify="end">
            <Button variant="default" onClick={onClose} {...(nameToType === undefined && { 'data-autofocus': true })}>
              Cancel
            </Button>
            <Button type="submit" color="red" disabled={!isNamed} loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
