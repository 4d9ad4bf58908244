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
  }

  /** Fails if quizzes have settings: they would be lost. */
  async down(runner: QueryRunner): Promise<void> {
    const found = (await runner.query(`
      SELECT FROM quizzes WHERE num_nonnulls(pass_percentage, opens_at, closes_at, draw_count, language) > 0
        OR reveal_answers <> 'always' OR require_start OR tags <> '{}' LIMIT 1`)) as unknown[];
    if (found.length > 0) throw new Error('Quizzes have settings that the former version does not store');
    await runner.query(`
      ALTER TABLE quizzes
        DROP COLUMN pass_percentage, DROP COLUMN reveal_answers, DROP COLUMN opens_at, DROP COLUMN closes_at,
        DROP COLUMN require_start, DROP COLUMN draw_count, DROP COLUMN tags, DROP COLUMN tag_keys, DROP COLUMN language`);
  }
}
