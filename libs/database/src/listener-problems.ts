// Nest's own ways to handle events would silently miss those that are delivered in a transaction.
import type { Type } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import type { EventBus } from '@nestjs/cqrs';

type Provider = ReturnType<DiscoveryService['getProviders']>[number];

/** The metadata key of `@EventsHandler`, which @nestjs/cqrs does not export. */
const HANDLED_EVENTS = '__eventsHandler__';

/** The arguments of `ofType(AttemptsRecorded)` in compiled code, by which sagas and others pick events from the bus. */
const OF_TYPE = /\bofType\)?\(((?:[^()]|\([^()]*\))*)\)/g;

/** What a provider would get from the bus, if anything. Of sagas only the names of the events are known. */
export function expectsOnBus({ metatype }: Provider): ((event: Type) => boolean) | undefined {
  if (typeof metatype !== 'function') return undefined;
  const handled = (Reflect.getMetadata(HANDLED_EVENTS, metatype) ?? []) as Type[];
  const picked = Array.from(metatype.toString().matchAll(OF_TYPE), ([, types = '']) => types.match(/\w+/g) ?? []);
  const names = picked.flat();
  if (handled.length + names.length === 0) return undefined;
  return (event) => handled.includes(event) || names.includes(event.name);
}

/**
 * @param listeners the providers with `@ListensTo`
 * @param events those that have such listeners
 * @returns one message for each provider that would not be called, or not with its dependencies
 */
export function listenerProblems(
  listeners: readonly Provider[],
  providers: readonly Provider[],
  events: readonly Type[],
): string[] {
  const scoped = listeners.filter((one) => !one.isDependencyTreeStatic());
  return [
    ...scoped.map(
      ({ name }) =>
        `${String(name)} needs a request-scoped provider, but a listener has no request: take what it needs from the event`,
    ),
    ...providers.flatMap((one) => {
      const isExpected = expectsOnBus(one);
      return events.filter((event) => isExpected?.(event)).map((event) => `${String(one.name)}: ${notOnBus(event)}`);
    }),
  ];
}

/** Why an event does not reach a handler or a saga on the bus. */
export const notOnBus = ({ name }: Type): string =>
  `${name} is delivered in a transaction, which @EventsHandler and @Saga do not see: use @ListensTo(${name}) and implement TransactionListener`;

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
