import type { Audited } from './audited.event.js';

/** The user to whom something was done: the subject itself, or the user whose attempt, grant or key the details name. */
export function affectedUser({ subject, details }: Pick<Audited, 'subject' | 'details'>): string | undefined {
  if (subject.kind === 'user') return subject.id;
  const id = details.userId ?? details.ownerId;
  return typeof id === 'string' ? id : undefined;
}

/** SQL: the id of that user, as a text. As in the index `audit_entries_newest_of_affected_user`. */
export const AFFECTED_USER = `(CASE WHEN subject_kind = 'user' THEN subject_id::text
  ELSE COALESCE(details->>'userId', details->>'ownerId') END)`;

/** SQL: the id of the quiz that is the subject, or that the details name. As in the index `audit_entries_newest_of_affected_quiz`. */
export const AFFECTED_QUIZ = `(CASE WHEN subject_kind = 'quiz' THEN subject_id::text ELSE details->>'quizId' END)`;
