import type { Actor } from './actor.js';

/** The subject of the action. Its name is stored as it was at that time. */
export interface AuditSubject {
  /** Declared by the module that owns the subject. */
  kind: string;
  id: string;
  /** Absent for users, and for what has no other name than that of its user: it is looked up. */
  name?: string;
  /** Stands for `name` until the user of the subject is erased, because it may contain the user's name. */
  personalName?: string;
}

/**
 * An action for the audit log, in this transaction. The module that did it publishes this event. The user to whom something was done is the
 * subject, or `userId` or `ownerId` of the details; the log adds the name that this user has, as `user` or `owner`.
 */
export class Audited {
  constructor(
    readonly actor: Actor,
    /** Kind of the subject and what was done, in the past tense: `key.created`. */
    readonly action: `${string}.${string}`,
    readonly subject: AuditSubject,
    /** Further information for readers, such as `{ role: { from: 'player', to: 'admin' } }`. Never a secret, or anything personal. */
    readonly details: Record<string, unknown> = {},
    /** Further details that tell who that user is, such as an email: they are deleted when the user is erased. */
    readonly personal: Record<string, unknown> = {},
  ) {}
}

/** Several actions of one transaction, each with an entry of its own; at least one. */
export class AllAudited {
  constructor(readonly actions: readonly Audited[]) {}
}
