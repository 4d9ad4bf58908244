import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateImages1795786300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE images (
        hash bytea PRIMARY KEY,
        type text NOT NULL,
        content bytea NOT NULL,
        uploaded_by uuid NOT NULL,
        uploaded_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    // Images are compressed already, and parts of them are read.
    await runner.query('ALTER TABLE images ALTER COLUMN content SET STORAGE EXTERNAL');
    await runner.query('CREATE INDEX images_by_uploader ON images (uploaded_by, uploaded_at)');
    await runner.query(`
      CREATE TABLE image_uses (
        quiz_id uuid NOT NULL,
        hash bytea NOT NULL,
        PRIMARY KEY (quiz_id, hash),
        CONSTRAINT image_uses_image FOREIGN KEY (hash) REFERENCES images (hash)
      )`);
    await runner.query('CREATE INDEX image_uses_of_image ON image_uses (hash)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE image_uses');
    await runner.query('DROP TABLE images');
  }
}
