/**
 * SQL: the id of the user to whom something was done, as a text: the subject itself, or the user whose attempt, grant or key
 * the details name. As in the index `audit_entries_newest_of_affected_user`.
 */
export const AFFECTED_USER = `(CASE WHEN subject_kind = 'user' THEN subject_id::text
  ELSE COALESCE(details->>'userId', details->>'ownerId') END)`;
