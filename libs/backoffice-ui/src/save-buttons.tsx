import { Button, Group, Text } from '@mantine/core';
import { useId } from 'react';
import { unavailable } from './unavailable';

interface Props {
  /** Whether the form has unsaved changes: without them, neither button does anything. */
  isChanged: boolean;
  isSaving: boolean;
  onDiscard: () => void;
}

/** The buttons of a form that edits something. */
export function SaveButtons({ isChanged, isSaving, onDiscard }: Props) {
  const reasonId = useId();
  const state = isChanged ? {} : unavailable(reasonId);
  return (
    <Group>
      <Button type="submit" loading={isSaving} {...state}>
        Save
      </Button>
      <Button variant="default" onClick={onDiscard} {...state}>
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
