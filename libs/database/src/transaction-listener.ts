import { Injectable, type OnModuleInit, SetMetadata, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Transaction } from './transaction.js';

const LISTENS_TO = Symbol('listens to');

/** Writes what follows from an event of another module, in the transaction in which it happened. */
export interface TransactionListener<Event extends object> {
  handle(event: Event, transaction: Transaction): Promise<void>;
}

/** Declares which events a {@link TransactionListener} hears. */
export const ListensTo = (event: Type): ClassDecorator => SetMetadata(LISTENS_TO, event);

/** Finds the listeners of all modules and hands them their events. */
@Injectable()
export class TransactionListeners implements OnModuleInit {
  private readonly listeners = new Map<unknown, TransactionListener<object>[]>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { metatype, instance } of this.discovery.getProviders()) {
      if (typeof metatype !== 'function') continue;
      const event: unknown = Reflect.getMetadata(LISTENS_TO, metatype);
      if (event === undefined) continue;
      this.listeners.set(event, [...(this.listeners.get(event) ?? []), instance as TransactionListener<object>]);
    }
  }

  readonly deliver = async (event: object, transaction: Transaction): Promise<void> => {
    for (const listener of this.listeners.get(event.constructor) ?? []) await listener.handle(event, transaction);
  };
}
