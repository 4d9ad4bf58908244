import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How a quiz is taken, and how it is found. The explanations of questions are in the content of versions. */
export class AddSettings1795746900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE quizzes
        ADD COLUMN pass_percentage smallint,
        ADD COLUMN reveal_answers text NOT NULL DEFAULT 'always',
        ADD COLUMN opens_at timestamptz(3),
        ADD COLUMN closes_at timestamptz(3),
        ADD COLUMN require_start boolean NOT NULL DEFAULT false,
        ADD COLUMN draw_count smallint,
        ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
        ADD COLUMN tag_keys text[] NOT NULL DEFAULT '{}',
        ADD COLUMN language text`);
    // With the id it is read alone where lists leave out quizzes that are not open yet.
    await runner.query('CREATE INDEX quizzes_by_opening ON quizzes (opens_at, id) WHERE opens_at IS NOT NULL');
    await runner.query("CREATE INDEX quizzes_by_tag ON quizzes USING gin (tag_keys) WHERE tag_keys <> '{}'");
    await runner.query(`
      CREATE INDEX quizzes_by_language ON quizzes (language text_pattern_ops) WHERE language IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE quizzes
        DROP COLUMN pass_percentage, DROP COLUMN reveal_answers, DROP COLUMN opens_at, DROP COLUMN closes_at,
        DROP COLUMN require_start, DROP COLUMN draw_count, DROP COLUMN tags, DROP COLUMN tag_keys, DROP COLUMN language`);
  }
}
