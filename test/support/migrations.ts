import { DataSource } from 'typeorm';
import type { Service } from './service.js';

/**
 * A migration of a service, by the name of its class. Each step runs in a transaction.
 * @throws Error if the service has no such migration
 */
export function migrationOf({ app, databaseUrl }: Pick<Service, 'app' | 'databaseUrl'>, name: string) {
  const found = app.get(DataSource).migrations.find(({ constructor }) => constructor.name === name);
  if (found === undefined) throw new Error(`The service has no migration ${name}`);
  const run = async (step: 'up' | 'down') => {
    const source = await new DataSource({ type: 'postgres', url: databaseUrl, installExtensions: false }).initialize();
    try {
      await source.transaction(async ({ queryRunner }) => {
        if (queryRunner !== undefined) await found[step](queryRunner);
      });
    } finally {
      await source.destroy();
    }
  };
  return { up: () => run('up'), down: () => run('down') };
}

/**
 * The changes that TypeORM would make to turn the tables into those of the entities: none if the migrations are complete.
 * @returns texts such as `badges: ALTER TABLE "badges" ADD "level" integer NOT NULL`
 */
export async function schemaDifferences({ app }: Pick<Service, 'app'>): Promise<string[]> {
  const source = app.get(DataSource);
  const { upQueries } = await source.driver.createSchemaBuilder().log();
  const indexes = await source.query<{ name: string; table: string }[]>(
    `SELECT indexname AS name, tablename AS "table" FROM pg_indexes WHERE schemaname = 'public'`,
  );
  const tables = new Map([
    ...indexes.map(({ name, table }) => [name, table] as const),
    ...source.entityMetadatas.map(({ tableName }) => [tableName, tableName] as const),
  ]);
  return upQueries.map(({ query }) => {
    const names = [...query.matchAll(/"(\w+)"/g)].map(([, name = '']) => tables.get(name));
    return `${names.find((name) => name !== undefined) ?? 'unknown table'}: ${query}`;
  });
}
