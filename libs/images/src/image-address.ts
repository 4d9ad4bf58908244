import type { CleanImage } from '#libs/files';

/** Where images are served. */
const IMAGES_PATH = '/images';

type ImageType = CleanImage['type'];

/** An image by what identifies it: the SHA-256 of its bytes. */
export interface ImageName {
  hash: Buffer;
  type: ImageType;
}

const NAME = /^([0-9a-f]{64})\.(png|jpeg|webp|gif)$/;

/** The image of a name such as `9f86d08….png`; undefined for other texts. */
export function parseImageName(name: string): ImageName | undefined {
  const [, hash, type] = NAME.exec(name) ?? [];
  return hash === undefined ? undefined : { hash: Buffer.from(hash, 'hex'), type: type as ImageType };
}

export const toImageName = ({ hash, type }: ImageName): string => `${hash.toString('hex')}.${type}`;

/** The address of an image. @param origin that of the service */
export const imageUrl = (origin: string, image: ImageName): string => `${origin}${IMAGES_PATH}/${toImageName(image)}`;

/**
 * The image that an address is for; undefined if it has another form. Its origin does not matter, because the hash names the same bytes
 * everywhere: addresses stay known when the service gets another origin.
 */
export function imageAt(url: string): ImageName | undefined {
  const [, name = ''] = /^https?:\/\/[^/]+\/images\/([^/]+)$/.exec(url) ?? [];
  return parseImageName(name);
}
