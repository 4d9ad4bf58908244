import { ChoiceField, IdField, QueryBooleanField, QueryTimestampField } from '#libs/http';
import { UserTagField } from '#libs/profiles';

/** Which attempts at a quiz to read; an absent filter does not apply. */
export class AttemptFilter {
  @IdField({ optional: true, description: 'Attempts of this user only' })
  userId?: string;

  @UserTagField()
  tag?: string;

  @QueryBooleanField({ description: 'Attempts that passed only, or those that did not' })
  passed?: boolean;

  @QueryBooleanField({ description: 'Attempts that timed out only, or those that did not' })
  timedOut?: boolean;

  @QueryBooleanField({ description: 'Voided attempts only, or those that are not' })
  voided?: boolean;

  @QueryTimestampField({ description: 'Attempts completed at this time or later', example: '2026-01-01T00:00:00Z' })
  from?: string;

  @QueryTimestampField({ description: 'Attempts completed before this time', example: '2026-02-01T00:00:00Z' })
  to?: string;
}

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
