import { ChoiceField } from '#libs/http';

export const ATTEMPT_ORDERS = ['completedAt', 'percentage', 'totalTimeMs'] as const;

/** The order in which attempts at a quiz are read; newest first by default. */
export class AttemptOrder {
  @ChoiceField({
    of: ATTEMPT_ORDERS,
    optional: true,
    default: 'completedAt',
    description: 'Field of an attempt; equal ones are sorted by their ids',
  })
  sort: (typeof ATTEMPT_ORDERS)[number] = 'completedAt';

  @ChoiceField({ of: ['asc', 'desc'], optional: true, default: 'desc' })
  order: 'asc' | 'desc' = 'desc';
}
