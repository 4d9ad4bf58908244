import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Names, emails and addresses of users move from the audit log to a table of their own. A trigger moves those of entries that instances of
 * 1.0 write. It moves those of existing entries too, when the next migration updates them.
 */
export class CreateAuditPersons1795773200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_persons (
        entry_id uuid,
        user_id uuid,
        name text NOT NULL,
        subject_name text,
        address text,
        details jsonb,
        PRIMARY KEY (entry_id, user_id)
      )`);
    await runner.query('CREATE INDEX audit_persons_user_id ON audit_persons (user_id)');
    await runner.query(`
      CREATE TRIGGER audit_persons_unchanged BEFORE UPDATE OR TRUNCATE ON audit_persons
      FOR EACH STATEMENT EXECUTE FUNCTION reject_change_of_audit_entries()`);
    await runner.query("ALTER TABLE audit_entries ALTER COLUMN actor_name SET DEFAULT ''");
    await runner.query(`
      CREATE FUNCTION move_persons_of_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        is_user boolean := NEW.subject_kind = 'user';
        named text := COALESCE(NEW.details->>'userId', NEW.details->>'ownerId');
        affected text := CASE WHEN is_user THEN NEW.subject_id::text ELSE named END;
        -- Attempts were called by the name of their user.
        has_name_of_user boolean := is_user OR NEW.subject_kind = 'attempt';
        personal text[] := CASE NEW.subject_kind WHEN 'user' THEN ARRAY['email', 'displayName', 'image', 'signedInFrom']
          WHEN 'key' THEN ARRAY['name'] ELSE '{}' END;
      BEGIN
        -- All zeros stand for accounts that do not exist.
        IF affected !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' OR affected = '00000000-0000-0000-0000-000000000000' THEN
          affected := NULL;
        END IF;
        IF NEW.actor_id::text IS DISTINCT FROM affected AND NEW.actor_id IS NOT NULL THEN
          INSERT INTO audit_persons VALUES (NEW.id, NEW.actor_id, NEW.actor_name, NULL, NEW.address);
          NEW.address := NULL;
        END IF;
        IF affected IS NOT NULL THEN
          INSERT INTO audit_persons VALUES (
            NEW.id, affected::uuid,
            CASE WHEN has_name_of_user THEN NEW.subject_name ELSE COALESCE(NEW.details->>'user', NEW.details->>'owner', '') END,
            CASE WHEN NEW.subject_kind = 'key' THEN NEW.subject_name END,
            NEW.address,
            (SELECT jsonb_object_agg(key, value) FROM jsonb_each(NEW.details) WHERE key = ANY (personal)));
          NEW.subject_name := CASE WHEN has_name_of_user THEN '' WHEN NEW.subject_kind = 'key' THEN 'API key' ELSE NEW.subject_name END;
          NEW.details := NEW.details - personal - CASE WHEN is_user THEN '{}' ELSE ARRAY['user', 'owner'] END;
          NEW.address := NULL;
        END IF;
        NEW.actor_name := '';
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER audit_entries_move_persons BEFORE INSERT OR UPDATE ON audit_entries
      FOR EACH ROW WHEN (NEW.actor_name <> '') EXECUTE FUNCTION move_persons_of_audit_entry()`);
  }

  /** Puts everything back into the log. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER audit_entries_move_persons ON audit_entries');
    await runner.query('DROP FUNCTION move_persons_of_audit_entry');
    await runner.query('ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_append_only');
    await runner.query(`
      UPDATE audit_entries AS entry SET
        actor_name = CASE WHEN entry.actor_id IS NULL THEN 'Service' ELSE COALESCE(actor.name, '') END,
        address = COALESCE(actor.address, affected.address, entry.address),
        subject_name = COALESCE(affected.subject_name, NULLIF(entry.subject_name, ''), affected.name, ''),
        details = entry.details || COALESCE(affected.details, '{}') || CASE
          WHEN entry.subject_name = '' OR affected.name IS NULL THEN '{}'
          WHEN entry.details ? 'userId' THEN jsonb_build_object('user', affected.name)
          WHEN entry.details ? 'ownerId' THEN jsonb_build_object('owner', affected.name)
          ELSE '{}' END
      FROM audit_entries AS same
      LEFT JOIN audit_persons AS actor ON actor.entry_id = same.id AND actor.user_id = same.actor_id
      LEFT JOIN audit_persons AS affected ON affected.entry_id = same.id
        AND affected.user_id::text = CASE WHEN same.subject_kind = 'user' THEN same.subject_id::text
          ELSE COALESCE(same.details->>'userId', same.details->>'ownerId') END
      WHERE same.id = entry.id`);
    await runner.query('ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_append_only');
    await runner.query('ALTER TABLE audit_entries ALTER COLUMN actor_name DROP DEFAULT');
    await runner.query('DROP TABLE audit_persons');
  }
}
