// Nest's own ways to handle events would silently miss those that are delivered in a transaction.
import type { Type } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import type { EventBus } from '@nestjs/cqrs';

type Provider = ReturnType<DiscoveryService['getProviders']>[number];

/** The metadata keys of `@EventsHandler` and `@Saga`, which @nestjs/cqrs does not export. */
const HANDLED_EVENTS = '__eventsHandler__';
const SAGAS = '__saga__';

/** What @nestjs/cqrs reads from the class of a provider. */
function metadataOf({ instance, metatype }: Provider, key: string): unknown[] {
  const type = (instance as object | null | undefined)?.constructor ?? metatype;
  return typeof type === 'function' ? ((Reflect.getMetadata(key, type) ?? []) as unknown[]) : [];
}

/** The events that a provider handles by `@EventsHandler`. */
export const handledOnBus = (provider: Provider): Type[] => metadataOf(provider, HANDLED_EVENTS) as Type[];

const INSTEAD = 'use @ListensTo and implement TransactionListener, or use a background task';

const NO_SUBSCRIBERS = `Nobody can subscribe to the EventBus, which has no event of a transaction: ${INSTEAD}`;

/**
 * @param listeners the providers with `@ListensTo`
 * @param events those that have such listeners
 * @returns one message for each provider that would not be called, or not with its dependencies
 */
export function listenerProblems(
  listeners: readonly Provider[],
  providers: readonly Provider[],
  events: readonly Type[],
  { subject$ }: EventBus,
): string[] {
  const scoped = listeners.filter((one) => !one.isDependencyTreeStatic());
  const sagas = providers.filter((one) => metadataOf(one, SAGAS).length > 0);
  return [
    ...scoped.map(
      ({ name }) =>
        `${String(name)} needs a request-scoped provider, but a listener has no request: take what it needs from the event`,
    ),
    ...sagas.map(({ name }) => `${String(name)} has a @Saga, which sees no event of a transaction: ${INSTEAD}`),
    // In the constructor of a provider.
    ...(subject$.observed ? [NO_SUBSCRIBERS] : []),
    ...providers.flatMap((one) =>
      handledOnBus(one)
        .filter((event) => events.includes(event))
        .map((event) => `${String(one.name)}: ${notOnBus(event)}`),
    ),
  ];
}

/** Why an event does not reach a handler on the bus. */
export const notOnBus = ({ name }: Type): string =>
  `${name} is delivered in a transaction, which @EventsHandler does not see: use @ListensTo(${name}) and implement TransactionListener`;

/** Lets `publish` of the bus throw for events that only a transaction delivers, and `subscribe` and `pipe` always: they would miss them. */
export function rejectOnBus(bus: EventBus, isInTransaction: (event: Type) => boolean): void {
  const { publisher } = bus;
  const rejectSubscriber = () => {
    throw new Error(NO_SUBSCRIBERS);
  };
  Object.assign(bus, {
    subscribe: rejectSubscriber,
    pipe: rejectSubscriber,
    publisher: {
      publish: (event: object, ...rest: []) => {
        const type = event.constructor as Type;
        if (!isInTransaction(type)) return publisher.publish(event, ...rest) as unknown;
        throw new Error(`${type.name} is delivered in a transaction: use transaction.publish() instead of EventBus`);
      },
    },
  });
}
