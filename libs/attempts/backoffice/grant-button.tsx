import { Button } from '@mantine/core';
import { Timer } from 'lucide-react';
import { useState } from 'react';
import { GrantDialog } from './grant-dialog';

/** @param props.userId the user who is selected at first */
export function GrantButton({ quizId, userId }: { quizId: string; userId?: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Timer size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        Grant attempts or time
      </Button>
      {isOpen && <GrantDialog quizId={quizId} userId={userId} onClose={() => setIsOpen(false)} />}
    </>
  );
}
