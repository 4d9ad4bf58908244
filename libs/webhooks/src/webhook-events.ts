import { Injectable, type OnModuleInit, SetMetadata } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

const EVENTS = Symbol('webhook events');

type Descriptions = Record<`${string}.${string}`, string>;

/** On the class of a module: the events that it sends to webhooks, with what they say: `{ 'badge.earned': 'A user earned a badge' }`. */
export const SendsToWebhooks = (events: Descriptions): ClassDecorator => SetMetadata(EVENTS, events);

/**
 * The types of events that the modules declare. The decorators of request and response classes refer to this list before the modules are
 * known; the start fills it.
 */
export const WEBHOOK_EVENTS: string[] = [];

/** The events that the modules declare. */
@Injectable()
export class WebhookEvents implements OnModuleInit {
  private readonly descriptions = new Map<string, string>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error if two modules declare the same event */
  onModuleInit(): void {
    // Nest makes each module class a provider of its module.
    for (const { metatype } of this.discovery.getProviders()) {
      if (typeof metatype !== 'function') continue;
      const events = (Reflect.getMetadata(EVENTS, metatype) as Descriptions | undefined) ?? {};
      for (const [type, text] of Object.entries(events)) {
        if (this.descriptions.has(type)) throw new Error(`The webhook event ${type} is declared by two modules`);
        this.descriptions.set(type, text);
      }
    }
    WEBHOOK_EVENTS.splice(0, WEBHOOK_EVENTS.length, ...this.descriptions.keys());
  }

  has(type: string): boolean {
    return this.descriptions.has(type);
  }

  get all(): { type: string; description: string }[] {
    return [...this.descriptions].map(([type, description]) => ({ type, description }));
  }
}
