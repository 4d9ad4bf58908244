import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAuditEntries1770000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_entries (
        id uuid PRIMARY KEY,
        at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        actor_id uuid,
        actor_name text NOT NULL,
        key_id uuid,
        address text,
        action text NOT NULL,
        subject_kind text NOT NULL,
        subject_id uuid NOT NULL,
        subject_name text NOT NULL,
        details jsonb NOT NULL
      )`);
    await runner.query('CREATE INDEX audit_entries_newest ON audit_entries (subject_kind, at DESC, id DESC)');
    await runner.query(
      'CREATE INDEX audit_entries_newest_of_actor ON audit_entries (subject_kind, actor_id, at DESC, id DESC)',
    );
    await runner.query(
      'CREATE INDEX audit_entries_newest_of_action ON audit_entries (subject_kind, action, at DESC, id DESC)',
    );
    await runner.query(`
      CREATE INDEX audit_entries_newest_of_actor_and_action
      ON audit_entries (subject_kind, actor_id, action, at DESC, id DESC)`);
    // Few entries are of one subject: the last columns spare the look into the table where more is asked for.
    await runner.query(`
      CREATE INDEX audit_entries_newest_of_subject
      ON audit_entries (subject_kind, subject_id, at DESC, id DESC, actor_id, action)`);
    // For what was done to a user: also to their keys and attempts, whose details name the user.
    await runner.query(`
      CREATE INDEX audit_entries_newest_of_affected_user ON audit_entries (
        subject_kind,
        (CASE WHEN subject_kind = 'user' THEN subject_id::text
          ELSE COALESCE(details->>'userId', details->>'ownerId') END),
        at DESC, id DESC, actor_id, action
      )`);
    await runner.query(`
      CREATE FUNCTION reject_change_of_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'The audit log is append-only';
      END $$`);
    await runner.query(`
      CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
      FOR EACH STATEMENT EXECUTE FUNCTION reject_change_of_audit_entries()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_entries');
    await runner.query('DROP FUNCTION reject_change_of_audit_entries');
  }
}
