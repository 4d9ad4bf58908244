import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useFocusReturn } from './use-focus-return';

interface Words {
  title: string;
  text: string;
  stay: string;
  leave: string;
}

const CHANGES: Words = {
  title: 'Leave without saving?',
  text: 'Your changes on this page are not saved yet. If you leave now, they are lost.',
  stay: 'Stay on this page',
  leave: 'Leave without saving',
};

/**
 * Warns before the user leaves a page and loses something: by a link, by "Back", by closing or reloading the tab.
 * Intended navigation, such as after saving, skips it: `navigate({ to: …, ignoreBlocker: true })`.
 * @param words the texts of the warning, if it is not about unsaved changes
 * @returns the dialog; the caller renders it
 */
export function useUnsavedWarning(isUnsaved: boolean, words = CHANGES): ReactNode {
  const { history } = useRouter();
  const { status, reset, proceed } = useBlocker({
    shouldBlockFn: leavesPage,
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
    withResolver: true,
  });
  // "Back" changes the address before the question. Withdrawing the question restores the address, so that the user stays where
  // the outcome of the write is shown.
  useEffect(() => {
    if (reset === undefined) return undefined;
    if (!isUnsaved) reset();
    const { location } = history;
    return () => {
      if (history.location === location) reset();
    };
  }, [isUnsaved, reset, history]);
  return status === 'blocked' && <LeaveDialog words={words} onStay={reset} onLeave={proceed} />;
}

/** A change of search, order or page number on the same page loses nothing. */
function leavesPage({ current, next }: { current: { pathname: string }; next: { pathname: string } }): boolean {
  return current.pathname !== next.pathname;
}

function LeaveDialog({ words, onStay, onLeave }: { words: Words; onStay: () => void; onLeave: () => void }) {
  useFocusReturn();
  return (
    <Modal opened onClose={onStay} title={words.title}>
      <Stack>
        <Text>{words.text}</Text>
        <Group justify="end">
          <Button variant="default" onClick={onStay} data-autofocus>
            {words.stay}
          </Button>
          <Button color="red" onClick={onLeave}>
            {words.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
