import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Background, sql, UnitOfWork } from '#libs/database';

/** The trigger of the log lets this transaction delete entries that are older, and no others. */
const ALLOW = sql("SELECT set_config('audit.retention_days', $1::text, true)");

const DELETE = sql(`
  WITH expired AS (
    DELETE FROM audit_entries WHERE id IN (
      SELECT id FROM audit_entries WHERE at AT TIME ZONE 'UTC' < now() AT TIME ZONE 'UTC' - make_interval(hours => 24 * $1::integer)
      ORDER BY at AT TIME ZONE 'UTC' LIMIT 5000 FOR UPDATE SKIP LOCKED)
    RETURNING id
  ), persons AS (
    DELETE FROM audit_persons WHERE entry_id IN (SELECT id FROM expired)
  )
  SELECT FROM expired`);

/** Deletes entries of the audit log that are older than AUDIT_RETENTION_DAYS, except those that another instance is deleting. */
@Injectable()
export class ExpiredEntries implements OnModuleInit {
  constructor(
    private readonly background: Background,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    const days = this.configuration.AUDIT_RETENTION_DAYS;
    if (days === undefined) return;
    this.background.everyInSteps(60_000, 'Deleting expired entries of the audit log', () => this.deleteSome(days));
  }

  /** @returns whether more may be left */
  private deleteSome(days: number): Promise<boolean> {
    return this.unitOfWork.run(async (transaction) => {
      await transaction.query(ALLOW, [days]);
      return (await transaction.query(DELETE, [days])).length > 0;
    });
  }
}
