import { Injectable } from '@nestjs/common';
import { Database, isReadOnly, sql, type Statement } from '#libs/database';

const RECORD = sql(`
  INSERT INTO consistency_checks (name, checked_at, differences) VALUES ($1, now(), $2)
  ON CONFLICT (name) DO UPDATE SET checked_at = excluded.checked_at, differences = excluded.differences`);

const REMOVE_OTHERS = sql('DELETE FROM consistency_checks WHERE name <> ALL ($1::text[])');

/** Stores the last result of each consistency check, unless the database is a standby. */
@Injectable()
export class CheckResults {
  constructor(private readonly database: Database) {}

  async record(name: string, differences: number): Promise<void> {
    await this.write(RECORD, [name, differences]);
  }

  /** Removes the results of checks that this version no longer has. */
  async removeAllBut(names: readonly string[]): Promise<void> {
    await this.write(REMOVE_OTHERS, [names]);
  }

  private async write(statement: Statement, values: unknown[]): Promise<void> {
    try {
      await this.database.query(statement, values);
    } catch (error) {
      if (!isReadOnly(error)) throw error;
    }
  }
}
