import type { MigrationInterface, QueryRunner } from 'typeorm';
import { normaliseUrls } from '#libs/database';

/** Writes the addresses of users' images in their normal form. */
export class NormaliseImages1760003610000 implements MigrationInterface {
  /** Row locks that are held to the end would keep instances that serve from changing these users. Each batch can be done twice. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await normaliseUrls(runner, 'users', 'image');
  }

  down(): Promise<void> {
    // The normal form means the same, and former versions take it.
    return Promise.resolve();
  }
}
