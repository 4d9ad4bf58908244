import { Button, Checkbox, Group, Text } from '@mantine/core';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DeleteQuizzes } from './delete-quizzes';
import type { ListedQuiz } from './quiz-columns';

interface Props {
  /** Of the page. */
  quizzes: ListedQuiz[];
  selected: ListedQuiz[];
  onSelect: (ids: string[]) => void;
}

/** Selects all quizzes of the page, and exports or deletes the selected ones. */
export function SelectedQuizzes({ quizzes, selected, onSelect }: Props) {
  const [isDeleting, setIsDeleting] = useState(false);
  const [all, count] = [quizzes.length, selected.length];
  return (
    <Group role="group" aria-label="Selected quizzes" gap="sm" mih={36}>
      <Checkbox
        label="Select all on this page"
        checked={all > 0 && count === all}
        indeterminate={count > 0 && count < all}
        onChange={({ currentTarget }) => onSelect(currentTarget.checked ? quizzes.map(({ id }) => id) : [])}
      />
      <Text size="sm" c="dimmed" role="status">
        {count > 0 && `${count} selected`}
      </Text>
      {count > 0 && (
        <>
          <Button
            component="a"
            href={`/admin/api/quizzes/export?ids=${selected.map(({ id }) => id).join(',')}`}
            download
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
          >
            Export selected
          </Button>
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<Trash2 size={16} aria-hidden />}
            onClick={() => setIsDeleting(true)}
          >
            Delete selected …
          </Button>
        </>
      )}
      {isDeleting && <DeleteQuizzes quizzes={selected} onClose={() => setIsDeleting(false)} />}
    </Group>
  );
}
