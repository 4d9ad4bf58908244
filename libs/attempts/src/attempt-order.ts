import { ChoiceField, type Cursor } from '#libs/http';
import type { AttemptListItem } from './attempts.dto.js';

const ATTEMPT_ORDERS = ['completedAt', 'percentage', 'totalTimeMs'] as const;

/** The order in which attempts at a quiz are read; newest first by default. */
export class AttemptOrder {
  @ChoiceField({
    of: ATTEMPT_ORDERS,
    optional: true,
    default: 'completedAt',
    description: 'Field of an attempt; equal ones are sorted by their ids, in the same order',
  })
  sort: (typeof ATTEMPT_ORDERS)[number] = 'completedAt';

  @ChoiceField({ of: ['asc', 'desc'], optional: true, default: 'desc' })
  order: 'asc' | 'desc' = 'desc';
}

/** Whether attempts are sorted by something that no index has. */
export const isSortedByValue = ({ sort }: AttemptOrder): boolean => sort !== 'completedAt';

/** The position of an attempt in an order. It stays the same when a regrade changes the attempt. */
export function cursorOf({ sort }: AttemptOrder, attempt: AttemptListItem): Cursor {
  const cursor = { at: attempt.completedAt, id: attempt.attemptId };
  if (sort === 'completedAt') return cursor;
  return { ...cursor, value: sort === 'percentage' ? Math.round(attempt.percentage * 100) : attempt.totalTimeMs };
}
