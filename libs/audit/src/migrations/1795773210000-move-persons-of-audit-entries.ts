import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Few enough that other transactions hardly wait. */
const BATCH = 5_000;

/** The trigger of the migration before moves what it finds. Each batch is committed alone, so that requests continue. */
const MOVE = `
  WITH batch AS (SELECT id FROM audit_entries WHERE id > $1 ORDER BY id LIMIT ${BATCH}),
  moved AS (
    UPDATE audit_entries SET at = at FROM batch WHERE audit_entries.id = batch.id AND actor_name <> '')
  SELECT id FROM batch ORDER BY id DESC LIMIT 1`;

const rejectChanges = (unless: string) => `
  CREATE OR REPLACE FUNCTION reject_change_of_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN${unless}
    RAISE EXCEPTION 'The audit log is append-only';
  END $$`;

/** Moves the names, emails and addresses of existing entries. A run that was interrupted is repeated, and passes over what has been moved. */
export class MovePersonsOfAuditEntries1795773210000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Only this connection may update entries.
    await runner.query(
      rejectChanges(
        "\n    IF TG_OP = 'UPDATE' AND current_setting('audit.moves_persons', true) = 'on' THEN RETURN NULL; END IF;",
      ),
    );
    await runner.query("SET audit.moves_persons = 'on'");
    let last: string | undefined = '00000000-0000-0000-0000-000000000000';
    while (last !== undefined) {
      const batch = (await runner.query(MOVE, [last])) as { id: string }[];
      last = batch[0]?.id;
    }
    await runner.query('RESET audit.moves_persons');
    await runner.query(rejectChanges(''));
  }

  /** The migration before puts them back. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
