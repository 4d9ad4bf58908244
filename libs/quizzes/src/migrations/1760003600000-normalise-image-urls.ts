import type { MigrationInterface, QueryRunner } from 'typeorm';
import { storedUrl } from '#libs/platform';
import type { QuizContent } from '../quiz-content.js';

const NOBODY = '00000000-0000-0000-0000-000000000000';

const BATCH = 5_000;

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
    await normaliseHeroImages(runner);
    await normaliseVersions(runner);
  }

  down(): Promise<void> {
    // The normal form means the same, and former versions take it.
    return Promise.resolve();
  }
}

async function normaliseHeroImages(runner: QueryRunner): Promise<void> {
  for (let after = NOBODY, length = BATCH; length === BATCH;) {
    const rows = (await runner.query(
      'SELECT id, hero_image_url AS url FROM quizzes WHERE id > $1 AND hero_image_url IS NOT NULL ORDER BY id LIMIT $2',
      [after, BATCH],
    )) as { id: string; url: string }[];
    const changed = rows.filter(({ url }) => storedUrl(url) !== url);
    await runner.query(
      `UPDATE quizzes SET hero_image_url = form.normal FROM unnest($1::uuid[], $2::text[], $3::text[]) AS form (id, url, normal)
       WHERE quizzes.id = form.id AND hero_image_url = form.url`,
      [changed.map(({ id }) => id), changed.map(({ url }) => url), changed.map(({ url }) => storedUrl(url))],
    );
    length = rows.length;
    after = rows.at(-1)?.id ?? after;
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
