import { DataSource, type MigrationInterface } from 'typeorm';
import type { Service } from './service.js';

/** A migration of a service, by the name of its class. */
export function migrationOf({ app }: Pick<Service, 'app'>, name: string): MigrationInterface {
  const found = app.get(DataSource).migrations.find(({ constructor }) => constructor.name === name);
  if (found === undefined) throw new Error(`The service has no migration ${name}`);
  return found;
}
