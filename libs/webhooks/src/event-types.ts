import { Injectable, type OnModuleInit, SetMetadata, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type DescribedEvent, ValidationFailed } from '#libs/http';
import { TestEventData } from './event-data.dto.js';

const EVENTS = Symbol('webhook events');

type Descriptions = Record<`${string}.${string}`, string | { description: string; data: Type }>;

/**
 * On the class of a module: the events that it sends to webhooks, with what they say and the class of their data, which describes it in the
 * OpenAPI document: `{ 'badge.earned': { description: 'A user earned a badge', data: EarnedBadge } }`. A text alone describes any data.
 */
export const SendsToWebhooks = (events: Descriptions): ClassDecorator => SetMetadata(EVENTS, events);

/** Sent by hand to one webhook, whatever events it gets. */
export const TEST_EVENT = {
  type: 'webhook.test',
  description: 'An administrator tries a webhook',
  data: TestEventData,
} satisfies DescribedEvent;

/** The types of events that the modules declare. */
@Injectable()
export class EventTypes implements OnModuleInit {
  private readonly declared = new Map<string, DescribedEvent>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error if two modules declare the same event */
  onModuleInit(): void {
    // Nest makes each module class a provider of its module.
    for (const { metatype } of this.discovery.getProviders()) {
      if (typeof metatype !== 'function') continue;
      const events = (Reflect.getMetadata(EVENTS, metatype) as Descriptions | undefined) ?? {};
      for (const [type, event] of Object.entries(events)) {
        if (this.has(type)) throw new Error(`The webhook event ${type} is declared by two modules`);
        this.declared.set(type, { type, ...(typeof event === 'string' ? { description: event } : event) });
      }
    }
  }

  has(type: string): boolean {
    return this.declared.has(type);
  }

  /** @throws ValidationFailed if no module declares one of the events */
  assertDeclared(events: readonly string[]): void {
    if (events.every((type) => this.has(type))) return;
    throw new ValidationFailed([`events: may have only ${[...this.declared.keys()].join(', ')}`]);
  }

  get all(): DescribedEvent[] {
    return [...this.declared.values()];
  }

  /** Those that a webhook can get. */
  get described(): DescribedEvent[] {
    return [...this.all, TEST_EVENT];
  }
}
