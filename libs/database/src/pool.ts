import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** Provides the connection pool of the data source, for prepared statements, cursors and metrics. */
export const poolProvider = {
  provide: Pool,
  inject: [DataSource],
  useFactory: ({ driver }: DataSource) => (driver as PostgresDriver).master as Pool,
};
