import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { ArrowDown, ArrowUp, Copy, ListOrdered, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { unavailable } from '#libs/backoffice-ui/unavailable.ts';
import classes from './quiz-form.module.css';

interface Props {
  /** Such as `question 3`. */
  item: string;
  isFirst: boolean;
  isLast: boolean;
  /** Whether their number is at its maximum. */
  isFull: boolean;
  /** Whether their number is at its minimum. */
  isNeeded?: boolean;
  onMove: (by: 1 | -1) => void;
  /** Asks for a position, in lists that can be long. */
  onMoveTo?: () => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

/** Buttons that move, copy and remove an item of a list in the form. */
export function ItemButtons(props: Props) {
  const { item, isFirst, isLast, isFull, isNeeded = false, onMove, onMoveTo, onDuplicate, onRemove } = props;
  return (
    <div className={classes.actions}>
      {/* Not disabled at the ends: the button would lose the focus when an item arrives there. */}
      <ActionIcon
        variant="default"
        aria-label={`Move ${item} up`}
        title="Move up"
        aria-disabled={isFirst}
        data-disabled={isFirst || undefined}
        onClick={() => !isFirst && onMove(-1)}
      >
        <ArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={`Move ${item} down`}
        title="Move down"
        aria-disabled={isLast}
        data-disabled={isLast || undefined}
        onClick={() => !isLast && onMove(1)}
      >
        <ArrowDown size={16} aria-hidden />
      </ActionIcon>
      {onMoveTo !== undefined && (
        <Button
          variant="default"
          size="compact-sm"
          h={28}
          fw={400}
          leftSection={<ListOrdered size={16} aria-hidden />}
          aria-label={`Move to …, ${item}`}
          onClick={onMoveTo}
        >
          Move to …
        </Button>
      )}
      <CountButton
        action="Duplicate"
        item={item}
        icon={<Copy size={16} aria-hidden />}
        obstacle={isFull ? 'The maximum is reached' : undefined}
        onClick={onDuplicate}
      />
      <CountButton
        action="Remove"
        item={item}
        icon={<Trash2 size={16} aria-hidden />}
        obstacle={isNeeded ? 'The minimum is reached' : undefined}
        onClick={onRemove}
      />
    </div>
  );
}

interface CountButtonProps {
  action: string;
  item: string;
  icon: ReactNode;
  /** Why the number of items cannot change in this direction. */
  obstacle: string | undefined;
  onClick: () => void;
}

/** A button that changes the number of items. */
function CountButton({ action, item, icon, obstacle, onClick }: CountButtonProps) {
  const obstacleId = useId();
  return (
    <>
      <ActionIcon
        variant="default"
        aria-label={`${action} ${item}`}
        title={obstacle ?? action}
        {...(obstacle !== undefined && unavailable(obstacleId))}
        onClick={() => obstacle === undefined && onClick()}
      >
        {icon}
      </ActionIcon>
      {obstacle !== undefined && <VisuallyHidden id={obstacleId}>{obstacle}</VisuallyHidden>}
    </>
  );
}
