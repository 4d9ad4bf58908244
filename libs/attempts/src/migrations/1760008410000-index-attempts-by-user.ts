import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the attempts of a user at all quizzes. */
export class IndexAttemptsByUser1760008410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX attempts_of_user ON attempts (user_id, completed_at DESC, id DESC)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX attempts_of_user');
  }
}
