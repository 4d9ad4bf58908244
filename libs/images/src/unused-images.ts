import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Background, Database, sql } from '#libs/database';

/** How often an instance looks for unused images, in milliseconds. */
const INTERVAL_MS = 60 * 60 * 1_000;

/**
 * Long enough to complete a quiz that is not saved yet, or to undo a change. The foreign key keeps an image that a quiz begins to use
 * meanwhile.
 */
const DELETE = sql(`
  DELETE FROM images WHERE hash IN (
    SELECT hash FROM images
    WHERE greatest(uploaded_at, released_at) < now() - interval '7 days' AND NOT EXISTS (SELECT FROM image_uses WHERE image_uses.hash = images.hash)
    LIMIT 100 FOR UPDATE SKIP LOCKED)
  RETURNING 1`);

/** Deletes images that no quiz uses, a week after their last upload and the end of their last use. */
@Injectable()
export class UnusedImages implements OnModuleInit {
  constructor(
    private readonly background: Background,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.background.everyInSteps(INTERVAL_MS, 'Deleting unused images', () => this.database.deleteSome(DELETE));
  }
}
