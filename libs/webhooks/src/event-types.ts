import { Injectable, type OnModuleInit, SetMetadata } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ValidationFailed } from '#libs/http';

const EVENTS = Symbol('webhook events');

type Descriptions = Record<`${string}.${string}`, string>;

/** On the class of a module: the events that it sends to webhooks, with what they say: `{ 'badge.earned': 'A user earned a badge' }`. */
export const SendsToWebhooks = (events: Descriptions): ClassDecorator => SetMetadata(EVENTS, events);

/** The types of events that the modules declare. */
@Injectable()
export class EventTypes implements OnModuleInit {
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
  }

  has(type: string): boolean {
    return this.descriptions.has(type);
  }

  /** @throws ValidationFailed if no module declares one of the events */
  assertDeclared(events: readonly string[]): void {
    if (events.every((type) => this.has(type))) return;
    throw new ValidationFailed([`events: may have only ${[...this.descriptions.keys()].join(', ')}`]);
  }

  get all(): { type: string; description: string }[] {
    return [...this.descriptions].map(([type, description]) => ({ type, description }));
  }
}
