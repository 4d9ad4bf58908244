import { Injectable, type OnModuleInit, SetMetadata, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { EventBus } from '@nestjs/cqrs';
import { handledOnBus, listenerProblems, notOnBus, rejectOnBus } from './listener-problems.js';
import type { Lock } from './locks.js';
import type { Transaction } from './transaction.js';

const LISTENS_TO = Symbol('listens to');

/** Reacts to an event of another module with writes in the same transaction. */
export interface TransactionListener<Event extends object> {
  /**
   * The named locks that it needs, if an idempotent upsert is not enough. They are taken before any listener of the
   * event runs, so that transactions cannot deadlock. An event of many items needs the locks that each item needs.
   */
  locks?(event: Event): readonly Lock[];

  /** Must not depend on whether another listener ran before. */
  handle(event: Event, transaction: Transaction): Promise<void>;
}

/** Declares which events a {@link TransactionListener} handles. */
export const ListensTo =
  <Event extends object>(event: Type<Event>) =>
  (listener: Type<TransactionListener<Event>>): void => {
    SetMetadata(LISTENS_TO, event)(listener);
  };

type ListeningProvider = ReturnType<DiscoveryService['getProviders']>[number];
type ModuleOfProvider = NonNullable<ListeningProvider['host']>;

/** Finds the listeners of all modules and delivers events to them. */
@Injectable()
export class TransactionListeners implements OnModuleInit {
  private readonly listeners = new Map<unknown, TransactionListener<object>[]>();
  /** The events that handlers expect on the bus. */
  private onBus: ReadonlySet<Type> = new Set();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly bus: EventBus,
  ) {}

  /** @throws Error that names each listener that would not be called, and says how to correct it */
  onModuleInit(): void {
    const found = this.discovery.getProviders().filter(({ metatype }) => eventOf(metatype) !== undefined);
    // The same in all instances, so that all transactions lock rows in the same order.
    for (const { metatype, instance } of found.sort(compareListeners)) {
      const event = eventOf(metatype);
      this.listeners.set(event, [...(this.listeners.get(event) ?? []), instance as TransactionListener<object>]);
    }
    const providers = this.discovery.getProviders();
    const problems = listenerProblems(found, providers, [...this.listeners.keys()] as Type[], this.bus);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    rejectOnBus(this.bus, (type) => this.listeners.has(type));
    this.onBus = new Set(providers.flatMap(handledOnBus));
  }

  /** The listeners of an event: those of a module after those of the modules that it imports, then by name. */
  of(event: object): readonly TransactionListener<object>[] {
    return this.listeners.get(event.constructor) ?? [];
  }

  private locksOf(event: object): Lock[] {
    return this.of(event).flatMap((listener) => listener.locks?.(event) ?? []);
  }

  readonly deliver = async (event: object, transaction: Transaction): Promise<void> => {
    const type = event.constructor as Type;
    if (this.onBus.has(type)) throw new Error(notOnBus(type));
    await transaction.lock(this.locksOf(event));
    // Concurrently, so that their statements are sent together. All end before the transaction does, even if one fails.
    const ends = await Promise.allSettled(this.of(event).map(async (listener) => listener.handle(event, transaction)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };
}

const eventOf = (metatype: unknown): unknown =>
  typeof metatype === 'function' ? Reflect.getMetadata(LISTENS_TO, metatype) : undefined;

function compareListeners(one: ListeningProvider, other: ListeningProvider): number {
  return rankOf(one.host) - rankOf(other.host) || (String(one.name) < String(other.name) ? -1 : 1);
}

/** The length of the longest chain of imports below a module. Nest adds the global modules to all imports: they do not count. */
function rankOf(module: ModuleOfProvider | undefined, above: readonly ModuleOfProvider[] = []): number {
  if (module === undefined) return 0;
  const imports = [...module.imports].filter((one) => !one.isGlobal && !above.includes(one));
  return Math.max(0, ...imports.map((one) => 1 + rankOf(one, [...above, module])));
}
