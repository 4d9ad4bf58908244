import { ActionIcon, Menu, type MenuItemProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createLink, useNavigate } from '@tanstack/react-router';
import { Copy, Download, EllipsisVertical, type LucideIcon, Trash2, Upload } from 'lucide-react';
import { type AnchorHTMLAttributes, type Ref, useRef, useState } from 'react';
import { quizQuery } from '#libs/backoffice-ui/quiz-query.ts';
import { useQuizTabs } from '#libs/backoffice-ui/quiz-tabs.tsx';
import { DeleteQuiz } from './delete-quiz';
import { EXPORT_FORMATS, type WrittenFormat } from './formats';
import { exportAddress } from './quiz-data';
import { copyOf } from './quiz-values';

type LinkProps = MenuItemProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof MenuItemProps>;

const MenuLink = createLink(({ ref, ...props }: LinkProps & { ref?: Ref<HTMLAnchorElement> }) => (
  <Menu.Item component="a" ref={ref} {...props} />
));

interface Props {
  quiz: { id: string; title: string };
  /** Also contains links to the quiz's pages, if none stand beside it. */
  withPages?: boolean;
  onDeleted?: () => void;
}

/** Actions on a quiz other than editing it. */
export function QuizMenu({ quiz, withPages = false, onDeleted }: Props) {
  const [isDeleting, setIsDeleting] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const duplicate = useDuplicate(quiz.id);
  return (
    <>
      {/* Not in a portal: users who navigate by landmarks find it in place. */}
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon ref={target} variant="default" size="lg" aria-label={`More for ${quiz.title}`} title="More">
            <EllipsisVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {withPages && <Pages quizId={quiz.id} />}
          <Menu.Item leftSection={<Icon of={Copy} />} onClick={duplicate}>
            Duplicate
          </Menu.Item>
          <MenuLink to="/quizzes/$quizId/import" params={{ quizId: quiz.id }} leftSection={<Icon of={Upload} />}>
            Import questions
          </MenuLink>
          {(Object.keys(EXPORT_FORMATS) as WrittenFormat[]).map((format) => (
            <Menu.Item
              key={format}
              component="a"
              href={exportAddress(quiz.id, format)}
              download
              leftSection={<Icon of={Download} />}
            >
              Export as {EXPORT_FORMATS[format]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<Icon of={Trash2} />}
            onClick={() => {
              // The dialog returns the focus to the element that has it now, and this item will be gone.
              target.current?.focus();
              setIsDeleting(true);
            }}
          >
            Delete …
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDeleting && <DeleteQuiz quiz={quiz} onDeleted={() => onDeleted?.()} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

/** Opens the form of a new quiz with the content of another one. Nothing is published before its author has looked at it. */
function useDuplicate(quizId: string): () => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const duplicate = useMutation({
    mutationFn: () => queryClient.query({ ...quizQuery(quizId), staleTime: 0 }),
    onSuccess: ({ quiz }) => navigate({ to: '/quizzes/new', state: { quizDraft: copyOf(quiz), isCopy: true } }),
    onError: ({ message }) => notifications.show({ color: 'red', title: 'Not duplicated', message }),
  });
  return () => duplicate.mutate();
}

function Pages({ quizId }: { quizId: string }) {
  return (
    <>
      {useQuizTabs().map(({ path, label, icon }) => (
        <MenuLink key={path} to={path} params={{ quizId }} leftSection={<Icon of={icon} />}>
          {label}
        </MenuLink>
      ))}
      <Menu.Divider />
    </>
  );
}

function Icon({ of: Picture }: { of: LucideIcon }) {
  return <Picture size={16} aria-hidden />;
}
