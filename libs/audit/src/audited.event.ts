import type { Actor } from './actor.js';

/** The subject of the action. Its name is stored as it was at that time. */
export interface AuditSubject {
  /** Declared by the module that owns the subject. */
  kind: string;
  id: string;
  name: string;
}

/** An action for the audit log, in this transaction. The module that did it publishes this event. */
export class Audited {
  constructor(
    readonly actor: Actor,
    /** Kind of the subject and what was done, in the past tense: `key.created`. */
    readonly action: `${string}.${string}`,
    readonly subject: AuditSubject,
    /** Further information for readers, such as `{ role: { from: 'player', to: 'admin' } }`. Never a secret. */
    readonly details: Record<string, unknown> = {},
  ) {}
}
