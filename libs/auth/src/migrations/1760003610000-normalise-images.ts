import type { MigrationInterface, QueryRunner } from 'typeorm';
import { storedUrl } from '#libs/platform';

const BATCH = 5_000;

/** Writes the addresses of users' images in their normal form. */
export class NormaliseImages1760003610000 implements MigrationInterface {
  /** Row locks that are held to the end would keep instances that serve from changing these users. Each batch can be done twice. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = (await runner.query(
        'SELECT id, image FROM users WHERE id > $1 AND image IS NOT NULL ORDER BY id LIMIT $2',
        [after, BATCH],
      )) as { id: string; image: string }[];
      const forms = rows.map(({ id, image }) => ({ id, image, normal: storedUrl(image) }));
      const changed = forms.filter(({ image, normal }) => image !== normal);
      // Instances of the former version may write meanwhile.
      await runner.query(
        `UPDATE users SET image = form.normal FROM unnest($1::uuid[], $2::text[], $3::text[]) AS form (id, image, normal)
         WHERE users.id = form.id AND users.image = form.image`,
        [changed.map(({ id }) => id), changed.map(({ image }) => image), changed.map(({ normal }) => normal)],
      );
      if (rows.length < BATCH) return;
      after = rows.at(-1)?.id ?? after;
    }
  }

  down(): Promise<void> {
    // The normal form means the same, and former versions take it.
    return Promise.resolve();
  }
}
