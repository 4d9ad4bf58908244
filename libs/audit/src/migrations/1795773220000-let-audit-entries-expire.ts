import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a transaction delete entries that are older than the days in its setting `audit.retention_days`, and no others. */
export class LetAuditEntriesExpire1795773220000 implements MigrationInterface {
  /** `CREATE INDEX CONCURRENTLY` runs outside a transaction. A run that was interrupted is repeated from the beginning. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS audit_entries_expiry');
    // An index of `at` itself would seem fit for lists too, but make them read entries of all kinds.
    await runner.query("CREATE INDEX CONCURRENTLY audit_entries_expiry ON audit_entries ((at AT TIME ZONE 'UTC'))");
    await runner.query(`
      CREATE OR REPLACE FUNCTION reject_deletion_of_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        days integer := NULLIF(current_setting('audit.retention_days', true), '');
      BEGIN
        IF OLD.at < now() - make_interval(hours => 24 * days) THEN RETURN OLD; END IF;
        RAISE EXCEPTION 'The audit log is append-only';
      END $$`);
    await runner.query(`
      CREATE OR REPLACE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries
      FOR EACH ROW EXECUTE FUNCTION reject_deletion_of_audit_entry()`);
    await runner.query(`
      CREATE OR REPLACE TRIGGER audit_entries_append_only BEFORE UPDATE OR TRUNCATE ON audit_entries
      FOR EACH STATEMENT EXECUTE FUNCTION reject_change_of_audit_entries()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
      FOR EACH STATEMENT EXECUTE FUNCTION reject_change_of_audit_entries()`);
    await runner.query('DROP TRIGGER audit_entries_kept ON audit_entries');
    await runner.query('DROP FUNCTION reject_deletion_of_audit_entry');
    await runner.query('DROP INDEX audit_entries_expiry');
  }
}
