import type { CleanImage } from '#libs/files';

/** Where images are served. */
const IMAGES_PATH = '/images';

type ImageType = CleanImage['type'];

/** An image by what identifies it: the SHA-256 of its bytes. */
export interface ImageName {
  hash: Buffer;
  type: ImageType;
}

/** Regular expressions of JavaScript and PostgreSQL. The first group is the hash. */
const NAME = String.raw`([0-9a-f]{64})\.(png|jpeg|webp|gif)`;
export const IMAGE_ADDRESS = `^https?://[^/]+${IMAGES_PATH}/${NAME}$`;

/** The image of a name such as `9f86d08….png`; undefined for other texts. */
export const parseImageName = (name: string): ImageName | undefined => toImage(new RegExp(`^${NAME}$`).exec(name));

export const toImageName = ({ hash, type }: ImageName): string => `${hash.toString('hex')}.${type}`;

/** The address of an image. @param origin that of the service */
export const imageUrl = (origin: string, image: ImageName): string => `${origin}${IMAGES_PATH}/${toImageName(image)}`;

/**
 * The image that an address is for; undefined if it has another form. Its origin does not matter, because the hash names the same bytes
 * everywhere: addresses stay known when the service gets another origin.
 */
export const imageAt = (url: string): ImageName | undefined => toImage(new RegExp(IMAGE_ADDRESS).exec(url));

/** Whether an address is one of an image that can be stored here. */
export const isStoredImage = (url: string | null): boolean => url !== null && imageAt(url) !== undefined;

/** The hashes of the images that some addresses are for. */
export const hashesAt = (urls: readonly (string | null)[]): Buffer[] =>
  urls.flatMap((url) => (url === null ? [] : (imageAt(url)?.hash ?? [])));

function toImage(match: RegExpExecArray | null): ImageName | undefined {
  const [, hash, type] = match ?? [];
  return hash === undefined ? undefined : { hash: Buffer.from(hash, 'hex'), type: type as ImageType };
}
