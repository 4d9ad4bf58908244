import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Eye, Save } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { unavailable } from '#libs/backoffice-ui/unavailable.ts';
import classes from './quiz-form.module.css';
import type { QuizValues } from './quiz-values';
import { useIsUnsaved } from './use-quiz-form';

interface Props {
  action: string;
  /** The message while nothing is changed. */
  pristine: string;
  isSaving: boolean;
  /** The result of saving, unless a field shows it. */
  state: ReactNode;
  /** What saving has as a consequence. */
  notice: ReactNode;
  /** The description of the change that can be undone. */
  undoable: string | undefined;
  onUndo: () => void;
  onDiscard: (() => void) | undefined;
  onPreview: () => void;
}

/** Always visible: whether anything is unsaved or invalid, and the button that saves. */
export function SaveBar(props: Props) {
  const { action, pristine, isSaving, state, notice, undoable, onUndo, onDiscard, onPreview } = props;
  const isUnsaved = useIsUnsaved(useFormContext<QuizValues>());
  const { errors } = useFormState<QuizValues>();
  const problems = countMessages(errors);
  const stateId = useId();
  return (
    <Stack className={classes.bar} gap="xs">
      {state}
      {notice}
      {problems > 0 && (
        <Alert color="red" variant="outline" role="alert" p="xs">
          {problems === 1 ? 'One field needs attention' : `${problems} fields need attention`}
        </Alert>
      )}
      <Group justify="end">
        <Group gap="xs" role="status" flex="1 1 12rem">
          <Text size="sm" c="dimmed" id={stateId}>
            {isUnsaved ? 'Unsaved changes.' : pristine}
          </Text>
          {undoable !== undefined && (
            <>
              <Text size="sm">{undoable}</Text>
              <Button size="compact-sm" variant="default" onClick={onUndo}>
                Undo
              </Button>
            </>
          )}
        </Group>
        <Group gap="xs" justify="end">
          {onDiscard !== undefined && (
            <Button
              variant="default"
              {...(!isUnsaved && unavailable(stateId))}
              onClick={() => isUnsaved && onDiscard()}
            >
              Discard changes
            </Button>
          )}
          <Button variant="default" leftSection={<Eye size={16} aria-hidden />} onClick={onPreview}>
            Preview
          </Button>
          <Button type="submit" loading={isSaving} leftSection={<Save size={16} aria-hidden />}>
            {action}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

/** The form stores problems in a tree with the shape of its values. */
function countMessages(tree: unknown): number {
  if (typeof tree !== 'object' || tree === null) return 0;
  if ('message' in tree && typeof tree.message === 'string') return 1;
  return Object.values(tree).reduce<number>((sum, branch) => sum + countMessages(branch), 0);
}
