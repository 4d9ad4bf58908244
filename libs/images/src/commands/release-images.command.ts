import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sql, type Transaction } from '#libs/database';
import { hashesAt } from '../image-address.js';

/** Ends a quiz's uses of images, other than those that it still has. */
export class ReleaseImages extends Command<void> {
  constructor(
    readonly quizId: string,
    /** All addresses that it still has, of these and other images. */
    readonly kept: readonly string[],
    readonly transaction: Transaction,
  ) {
    super();
  }
}

/** Locks the images in the order in which other statements do. */
const RELEASE = sql(`
  WITH released AS (DELETE FROM image_uses WHERE quiz_id = $1 AND hash <> ALL ($2::bytea[]) RETURNING hash)
  UPDATE images SET released_at = now() WHERE hash IN (
    SELECT hash FROM images WHERE hash IN (SELECT hash FROM released) ORDER BY hash FOR NO KEY UPDATE)`);

@CommandHandler(ReleaseImages)
export class ReleaseImagesHandler implements ICommandHandler<ReleaseImages> {
  async execute({ quizId, kept, transaction }: ReleaseImages): Promise<void> {
    await transaction.query(RELEASE, [quizId, hashesAt(kept)]);
  }
}
