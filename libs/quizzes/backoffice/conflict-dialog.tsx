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
  /** What both changed differently. */
  overlaps: QuizDifference;
  /** Saves the changes of both, and of the overlapping ones those of this side. @throws ApiError */
  onSave: (preferred: 'theirs' | 'mine') => Promise<void>;
  onContinue: () => void;
}

/** Two people changed the same parts of a quiz: shows them, and lets the second one choose. */
export function ConflictDialog({ overlaps, onSave, onContinue }: Props) {
  useFocusReturn();
  const saving = useMutation({ mutationFn: onSave });
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
          Somebody else saved it after you had opened it. None of your changes are saved yet. Choose whose version to
          keep of the following. All other changes of both of you are kept.
        </Text>
        <DifferenceReport difference={overlaps} words={WORDS} />
        <WriteState write={saving} failed="Not saved" />
        <Group justify="end" className={classes.choices}>
          <Button variant="default" onClick={onContinue} data-autofocus>
            Continue editing
          </Button>
          <Button
            variant="default"
            loading={saving.isPending && saving.variables === 'theirs'}
            disabled={saving.isPending}
            onClick={() => saving.mutate('theirs')}
          >
            Save with theirs
          </Button>
          <Button
            loading={saving.isPending && saving.variables === 'mine'}
            disabled={saving.isPending}
            onClick={() => saving.mutate('mine')}
          >
            Save with mine
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
