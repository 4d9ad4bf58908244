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
      <ItemButton
        label={`Move ${item} up`}
        action="Move up"
        icon={<ArrowUp size={16} aria-hidden />}
        obstacle={isFirst ? 'It is the first' : undefined}
        onClick={() => onMove(-1)}
      />
      <ItemButton
        label={`Move ${item} down`}
        action="Move down"
        icon={<ArrowDown size={16} aria-hidden />}
        obstacle={isLast ? 'It is the last' : undefined}
        onClick={() => onMove(1)}
      />
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
      <ItemButton
        label={`Duplicate ${item}`}
        action="Duplicate"
        icon={<Copy size={16} aria-hidden />}
        obstacle={isFull ? 'The maximum is reached' : undefined}
        onClick={onDuplicate}
      />
      <ItemButton
        label={`Remove ${item}`}
        action="Remove"
        icon={<Trash2 size={16} aria-hidden />}
        obstacle={isNeeded ? 'The minimum is reached' : undefined}
        onClick={onRemove}
      />
    </div>
  );
}

interface ItemButtonProps {
  /** With the item, for screen readers. */
  label: string;
  action: string;
  icon: ReactNode;
  /** Why it does nothing now. */
  obstacle: string | undefined;
  onClick: () => void;
}

function ItemButton({ label, action, icon, obstacle, onClick }: ItemButtonProps) {
  const obstacleId = useId();
  return (
    <>
      <ActionIcon
        variant="default"
        aria-label={label}
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
