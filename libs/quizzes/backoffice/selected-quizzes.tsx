import { Button } from '@mantine/core';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DeleteQuizzes } from './delete-quizzes';
import type { ListedQuiz } from './quiz-columns';

interface Props {
  quizzes: ListedQuiz[];
  /** Called with the ids of deleted quizzes. */
  onDeleted: (ids: string[]) => void;
}

/** Exports or deletes the selected quizzes. */
export function SelectedQuizzes({ quizzes, onDeleted }: Props) {
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      {quizzes.length > 0 && (
        <>
          <Button
            component="a"
            href={`/admin/api/quizzes/export?ids=${quizzes.map(({ id }) => id).join(',')}`}
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
      {isDeleting && <DeleteQuizzes quizzes={quizzes} onDeleted={onDeleted} onClose={() => setIsDeleting(false)} />}
    </>
  );
}
