import type { MigrationInterface, QueryRunner } from 'typeorm';
import { normaliseUrls } from '#libs/database';
import { storedUrl } from '#libs/http';
import type { QuizContent } from '../quiz-content.js';

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Versions that are in memory at once. */
const VERSIONS = 50;

/**
 * Writes the addresses of images in their normal form. Questions keep their ids: the content means the same. Readers normalise too,
 * because instances of the former version may write meanwhile.
 */
export class NormaliseImageUrls1760003600000 implements MigrationInterface {
  /** Row locks that are held to the end would keep instances that serve from changing these quizzes. Each batch can be done twice. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await normaliseUrls(runner, 'quizzes', 'hero_image_url');
    await normaliseVersions(runner);
  }

  down(): Promise<void> {
    // The normal form means the same, and former versions take it.
    return Promise.resolve();
  }
}

async function normaliseVersions(runner: QueryRunner): Promise<void> {
  for (let after: [string, number] = [NOBODY, 0], length = VERSIONS; length === VERSIONS;) {
    const rows = (await runner.query(
      `SELECT quiz_id AS id, version, content FROM quiz_versions
       WHERE (quiz_id, version) > ($1, $2) AND content @? '$[*].imageUrl ? (@ != null)' ORDER BY quiz_id, version LIMIT $3`,
      [...after, VERSIONS],
    )) as { id: string; version: number; content: QuizContent }[];
    const changed = rows.filter(({ content }) => content.some(({ imageUrl }) => storedUrl(imageUrl) !== imageUrl));
    const contents = changed.map(({ content }) =>
      JSON.stringify(content.map((question) => ({ ...question, imageUrl: storedUrl(question.imageUrl) }))),
    );
    await runner.query(
      `UPDATE quiz_versions AS stored SET content = form.content
       FROM unnest($1::uuid[], $2::integer[], $3::jsonb[]) AS form (id, version, content)
       WHERE stored.quiz_id = form.id AND stored.version = form.version`,
      [changed.map(({ id }) => id), changed.map(({ version }) => version), contents],
    );
    const last = rows.at(-1);
    length = rows.length;
    after = last === undefined ? after : [last.id, last.version];
  }
}
