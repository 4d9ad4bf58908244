import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCertificates1780000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE certificates (
        quiz_id uuid NOT NULL,
        user_id uuid NOT NULL,
        attempt_id uuid NOT NULL,
        earned_at timestamptz(3) NOT NULL,
        revoked_at timestamptz(3),
        PRIMARY KEY (quiz_id, user_id)
      )`);
    await runner.query('CREATE INDEX certificates_of_user ON certificates (user_id, earned_at)');
    // The attempts that were made before the module existed.
    await runner.query(`
      INSERT INTO certificates (quiz_id, user_id, attempt_id, earned_at)
      SELECT DISTINCT ON (quiz_id, user_id) quiz_id, user_id, attempt_id, completed_at
      FROM published_attempts JOIN published_quizzes USING (quiz_id)
      WHERE passed ORDER BY quiz_id, user_id, completed_at, attempt_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE certificates');
  }
}
