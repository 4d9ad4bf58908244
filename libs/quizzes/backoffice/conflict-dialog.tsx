import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useFocusReturn } from '#libs/backoffice-ui/use-focus-return.ts';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import classes from './conflict-dialog.module.css';
import { DifferenceReport, type SideWords } from './difference-report';
import type { QuizDifference } from './quiz-difference';

const WORDS: SideWords = {
  theirs: 'Theirs',
  mine: 'Yours',
  ofTheirs: ' of theirs',
  by: { theirs: ' by them', mine: ' by you', both: ' by both of you' },
};

interface Props {
  difference: QuizDifference;
  /** Saves the form over the version that was saved in the meantime. @throws ApiError */
  onKeepMine: () => Promise<void>;
  onTakeTheirs: () => void;
  onContinue: () => void;
}

/** Two people changed the same quiz: shows what differs, and lets the second one choose. */
export function ConflictDialog({ difference, onKeepMine, onTakeTheirs, onContinue }: Props) {
  useFocusReturn();
  const keeping = useMutation({ mutationFn: onKeepMine });
  return (
    <Modal
      opened
      onClose={onContinue}
      size="xl"
      title="Somebody else changed this quiz"
      closeButtonProps={{ 'aria-label': 'Continue editing' }}
    >
      <Stack>
        <Text>
          Somebody else saved it after you had opened it. None of your changes are saved yet. Their version differs from
          yours as follows:
        </Text>
        <DifferenceReport difference={difference} words={WORDS} />
        <WriteState write={keeping} failed="Not saved" />
        <Group justify="end" className={classes.choices}>
          <Button variant="default" onClick={onContinue} data-autofocus>
            Continue editing
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button color="red" loading={keeping.isPending} onClick={() => keeping.mutate()}>
            Keep mine (overwrite)
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
