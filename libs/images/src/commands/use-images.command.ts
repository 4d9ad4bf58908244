import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sql, type Transaction } from '#libs/database';
import { hashesAt } from '../image-address.js';

/** Keeps those of a quiz's images that are stored here, until {@link ReleaseImages}. */
export class UseImages extends Command<void> {
  constructor(
    readonly quizId: string,
    /** Any addresses. */
    readonly urls: readonly (string | null)[],
    readonly transaction: Transaction,
  ) {
    super();
  }
}

/** Waits for a deletion of unused images, and leaves out what it deletes. */
const INSERT = sql(`
  INSERT INTO image_uses (quiz_id, hash)
  SELECT $1, hash FROM images WHERE hash = ANY ($2::bytea[]) ORDER BY hash FOR KEY SHARE
  ON CONFLICT DO NOTHING`);

@CommandHandler(UseImages)
export class UseImagesHandler implements ICommandHandler<UseImages> {
  async execute({ quizId, urls, transaction }: UseImages): Promise<void> {
    const hashes = hashesAt(urls);
    if (hashes.length > 0) await transaction.query(INSERT, [quizId, hashes]);
  }
}
