import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { NIL } from 'uuid';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Background, sql, UnitOfWork } from '#libs/database';
import { THE_SERVICE } from './actor.js';
import { Audited } from './audited.event.js';

/** The trigger of the log lets this transaction delete entries that are older, and no others. */
const ALLOW = sql("SELECT set_config('audit.retention_days', $1::text, true)");

/** Entries expire with the day in UTC, so that there is one deletion a day, which is an entry too. */
const DELETE = sql(`
  WITH expired AS (
    DELETE FROM audit_entries WHERE id IN (
      SELECT id FROM audit_entries
      WHERE at AT TIME ZONE 'UTC' < date_trunc('day', now() AT TIME ZONE 'UTC') - make_interval(days => $1::integer)
      ORDER BY at AT TIME ZONE 'UTC' LIMIT 5000 FOR UPDATE SKIP LOCKED)
    RETURNING id
  ), persons AS (
    DELETE FROM audit_persons WHERE entry_id IN (SELECT id FROM expired)
  )
  SELECT count(*)::integer AS entries,
    (date_trunc('day', now() AT TIME ZONE 'UTC') - make_interval(days => $1::integer)) AT TIME ZONE 'UTC' AS "beforeAt"
  FROM expired`);

/**
 * Deletes entries of the audit log that are older than AUDIT_RETENTION_DAYS, except those that another instance is deleting. Each
 * transaction, of up to 5,000 entries, writes an entry about it.
 */
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
      const [deleted] = await transaction.query<{ entries: number; beforeAt: Date }>(DELETE, [days]);
      if (deleted === undefined || deleted.entries === 0) return false;
      const log = { kind: 'log', id: NIL, name: 'Audit log' };
      await transaction.publish(new Audited(THE_SERVICE, 'log.expired', log, { ...deleted }));
      return true;
    });
  }
}
