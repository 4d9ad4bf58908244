import type { Actor } from './actor.js';

/** What was acted upon. Its name is kept as it was then. */
export interface AuditSubject {
  /** Declared by the module that owns the subject. */
  kind: string;
  id: string;
  name: string;
}

/** Somebody did something that the audit log must show, in this transaction. Published by the module that did it. */
export class Audited {
  constructor(
    readonly actor: Actor,
    /** Kind of the subject and what was done, in the past tense: `key.created`. */
    readonly action: `${string}.${string}`,
    readonly subject: AuditSubject,
    /** What a reader wants to know beside it, such as `{ role: { from: 'player', to: 'admin' } }`. Never a secret. */
    readonly details: Record<string, unknown> = {},
  ) {}
}
