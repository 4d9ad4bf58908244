// Nest's own ways to handle events would silently miss those that are delivered in a transaction.
import type { Type } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import type { EventBus } from '@nestjs/cqrs';

type Provider = ReturnType<DiscoveryService['getProviders']>[number];

/** The metadata key of `@EventsHandler`, which @nestjs/cqrs does not export. */
const HANDLED_EVENTS = '__eventsHandler__';

/** The classes of the events that a provider handles on the bus. */
export const eventsOnBus = ({ metatype }: Provider): Type[] =>
  typeof metatype === 'function' ? ((Reflect.getMetadata(HANDLED_EVENTS, metatype) ?? []) as Type[]) : [];

/**
 * @param listeners the providers with `@ListensTo`
 * @param isInTransaction whether such a listener listens to the event
 * @returns one message for each provider that would not be called, or not with its dependencies
 */
export function listenerProblems(
  listeners: readonly Provider[],
  providers: readonly Provider[],
  isInTransaction: (event: Type) => boolean,
): string[] {
  const scoped = listeners.filter((one) => !one.isDependencyTreeStatic());
  return [
    ...scoped.map(
      ({ name }) =>
        `${String(name)} needs a request-scoped provider, but a listener has no request: take what it needs from the event`,
    ),
    ...providers.flatMap((one) =>
      eventsOnBus(one)
        .filter(isInTransaction)
        .map((event) => `${String(one.name)}: ${notOnBus(event)}`),
    ),
  ];
}

/** Why an event does not reach a handler on the bus. */
export const notOnBus = ({ name }: Type): string =>
  `${name} is delivered in a transaction, which @EventsHandler does not see: use @ListensTo(${name}) and implement TransactionListener`;

/** Lets `EventBus.publish` throw for events that only a transaction delivers. */
export function rejectOnBus(bus: EventBus, isInTransaction: (event: Type) => boolean): void {
  const { publisher } = bus;
  bus.publisher = {
    publish: (event: object, ...rest: []) => {
      const type = event.constructor as Type;
      if (!isInTransaction(type)) return publisher.publish(event, ...rest) as unknown;
      throw new Error(`${type.name} is delivered in a transaction: use transaction.publish() instead of EventBus`);
    },
  };
}
