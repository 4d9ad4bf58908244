import { createHash } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sql, UnitOfWork } from '#libs/database';
import type { CleanImage } from '#libs/files';
import { TooManyImages } from '../image.errors.js';
import { imageUrl } from '../image-address.js';

/**
 * Stores an image, and returns its address. It is deleted after a week if no quiz uses it.
 * @throws TooManyImages
 */
export class StoreImage extends Command<string> {
  constructor(
    readonly image: CleanImage,
    readonly userId: string,
    /** That of the address. */
    readonly origin: string,
  ) {
    super();
  }
}

/** Images of a user in an hour. */
const MAX_PER_HOUR = 1_000;

const COUNT = sql(`
  SELECT count(*)::integer AS count FROM images WHERE uploaded_by = $1 AND uploaded_at > now() - interval '1 hour'`);

const INSERT = sql(`
  INSERT INTO images (hash, type, content, uploaded_by) VALUES ($1, $2, $3, $4)
  ON CONFLICT (hash) DO UPDATE SET uploaded_at = now()`);

@CommandHandler(StoreImage)
export class StoreImageHandler implements ICommandHandler<StoreImage> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ image: { type, bytes }, userId, origin }: StoreImage): Promise<string> {
    const hash = createHash('sha256').update(bytes).digest();
    await this.unitOfWork.run(async (transaction) => {
      const [recent] = await transaction.query<{ count: number }>(COUNT, [userId]);
      if (recent !== undefined && recent.count >= MAX_PER_HOUR) throw new TooManyImages();
      await transaction.query(INSERT, [hash, type, bytes, userId]);
    });
    return imageUrl(origin, { hash, type });
  }
}
