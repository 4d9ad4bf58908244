/** One occurrence of an event. */
export interface Occurrence {
  /** Id of what it is about, at most 200 characters. Occurrences of the same subject are delivered in the order of their transactions. */
  readonly subject: string;
  /** When it occurred; the current time if undefined. */
  readonly at?: Date;
  /** What receivers get: ids, and fields that the API shows to an administrator. Never a key, an email or a correct answer. */
  readonly data: object;
}

/** Something that webhooks are called for, in this transaction. The module declares the event by `@SendsToWebhooks`. */
export class WebhookEvent {
  constructor(
    /** Such as `badge.earned`. */
    readonly type: `${string}.${string}`,
    readonly occurrences: readonly Occurrence[],
  ) {}
}
