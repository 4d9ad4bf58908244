import { createHash } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AllAudited, Audited, type UserActor } from '#libs/audit';
import { sql, UnitOfWork } from '#libs/database';
import type { CleanImage } from '#libs/files';
import { TooManyImages } from '../image.errors.js';
import { imageUrl, toImageName } from '../image-address.js';

/**
 * Stores images, all or none, and returns their addresses. If no quiz uses them, they are deleted after a week.
 * @throws TooManyImages
 */
export class StoreImages extends Command<string[]> {
  constructor(
    readonly images: readonly CleanImage[],
    readonly actor: UserActor,
    /** That of the addresses. */
    readonly origin: string,
  ) {
    super();
  }
}

/** Of a user's images in an hour. */
const MAX_BYTES = 200_000_000;

/**
 * An image that is stored already counts for who stores it again. Each has a statement of its own: pg would write an array of contents in
 * hexadecimal digits, which takes long.
 */
const INSERT = sql(`
  INSERT INTO images (hash, type, content, uploaded_by) VALUES ($1, $2, $3, $4)
  ON CONFLICT (hash) DO UPDATE SET uploaded_at = now(), uploaded_by = excluded.uploaded_by
  RETURNING xmax = 0 AS "isNew"`);

/** The length is beside the content, which is not read for it. */
const BYTES = sql(`
  SELECT coalesce(sum(octet_length(content)), 0)::integer AS bytes FROM images
  WHERE uploaded_by = $1 AND uploaded_at > now() - interval '1 hour'`);

@CommandHandler(StoreImages)
export class StoreImagesHandler implements ICommandHandler<StoreImages> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ images, actor, origin }: StoreImages): Promise<string[]> {
    const named = images.map(({ type, bytes }) => ({ hash: createHash('sha256').update(bytes).digest(), type, bytes }));
    if (named.length > 0) {
      await this.unitOfWork.run(async (transaction) => {
        const added: string[] = [];
        // In one order, so that two such transactions cannot deadlock.
        for (const { hash, type, bytes } of named.toSorted((one, other) => one.hash.compare(other.hash))) {
          const [stored] = await transaction.query<{ isNew: boolean }>(INSERT, [hash, type, bytes, actor.userId]);
          if (stored?.isNew === true) added.push(toImageName({ hash, type }));
        }
        const [recent] = await transaction.query<{ bytes: number }>(BYTES, [actor.userId]);
        if (recent !== undefined && recent.bytes > MAX_BYTES) throw new TooManyImages();
        if (added.length > 0) await transaction.publish(new AllAudited(added.map((name) => uploadOf(name, actor))));
      });
    }
    return named.map((image) => imageUrl(origin, image));
  }
}

/** The id of an image is the first half of its hash. */
const uploadOf = (name: string, actor: UserActor) =>
  new Audited(actor, 'image.uploaded', { kind: 'image', id: name.slice(0, 32), name });
