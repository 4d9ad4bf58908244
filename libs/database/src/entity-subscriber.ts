import {
  type EntitySubscriberInterface,
  EventSubscriber,
  type InsertEvent,
  type QueryRunner,
  type RemoveEvent,
  type UpdateEvent,
} from 'typeorm';

/** Allows writes of entities by a query runner. */
export function allowWrites({ data }: QueryRunner): void {
  data.areWritesAllowed = true;
}

/**
 * Limits injected repositories to reads: a write outside the unit of work would be committed without its audit entry
 * and without the writes of other modules' listeners.
 */
@EventSubscriber()
export class EntitySubscriber implements EntitySubscriberInterface {
  beforeInsert({ queryRunner, metadata }: InsertEvent<unknown>): void {
    requireUnitOfWork(queryRunner, metadata.tableName);
  }

  beforeUpdate({ queryRunner, metadata }: UpdateEvent<unknown>): void {
    requireUnitOfWork(queryRunner, metadata.tableName);
  }

  beforeRemove({ queryRunner, metadata }: RemoveEvent<unknown>): void {
    requireUnitOfWork(queryRunner, metadata.tableName);
  }
}

function requireUnitOfWork({ data }: QueryRunner, table: string): void {
  if (data.areWritesAllowed !== true) {
    throw new Error(`${table} is written outside the unit of work: use the manager of its transaction`);
  }
}
