import { Button, Group, Text } from '@mantine/core';
import { useId } from 'react';

interface Props {
  /** Whether the form has unsaved changes: without them, neither button does anything. */
  isChanged: boolean;
  isSaving: boolean;
  onDiscard: () => void;
}

/** The buttons of a form that edits something. */
export function SaveButtons({ isChanged, isSaving, onDiscard }: Props) {
  // A button that becomes `disabled` after saving would lose the focus.
  const reasonId = useId();
  const unavailable = isChanged ? {} : { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': reasonId };
  return (
    <Group>
      <Button type="submit" loading={isSaving} {...unavailable}>
        Save
      </Button>
      <Button variant="default" onClick={onDiscard} {...unavailable}>
        Discard changes
      </Button>
      {!isChanged && (
        <Text size="sm" c="dimmed" id={reasonId}>
          There are no unsaved changes.
        </Text>
      )}
    </Group>
  );
}
