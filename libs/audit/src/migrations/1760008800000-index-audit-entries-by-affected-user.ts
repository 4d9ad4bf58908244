import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For what was done to a user. Entries from before are found too, as far as their details name the user. */
export class IndexAuditEntriesByAffectedUser1760008800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX audit_entries_newest_of_affected_user ON audit_entries (
        subject_kind,
        (CASE WHEN subject_kind = 'user' THEN subject_id::text
          ELSE COALESCE(details->>'userId', details->>'ownerId') END),
        at DESC, id DESC, actor_id, action
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX audit_entries_newest_of_affected_user');
  }
}
