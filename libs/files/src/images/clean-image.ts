import { UnreadableFile } from '../unreadable-file.js';
import { cleanGif } from './gif.js';
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from './image-limits.js';
import type { ImageParts } from './image-parts.js';
import { cleanJpeg } from './jpeg.js';
import { cleanPng } from './png.js';
import { cleanWebp } from './webp.js';

const MAX_SIDE = 10_000;
const MAX_PIXELS = 50_000_000;

export interface CleanImage {
  type: (typeof IMAGE_TYPES)[number];
  bytes: Uint8Array;
}

interface Format {
  /** What a file begins with, one character for each byte. */
  signature: RegExp;
  /** @throws RangeError if the file is damaged */
  clean: (file: Buffer) => ImageParts;
}

const FORMATS: Record<CleanImage['type'], Format> = {
  png: { signature: /^\x89PNG\r\n/, clean: cleanPng },
  jpeg: { signature: /^\xFF\xD8\xFF/, clean: cleanJpeg },
  webp: { signature: /^RIFF[^]{4}WEBP/, clean: cleanWebp },
  gif: { signature: /^GIF8[79]a/, clean: cleanGif },
};

/**
 * Checks an image by its bytes and removes what does not show: metadata, such as the place where a photo was taken, comments, and what
 * follows its end. It decodes no pixels. The function is idempotent.
 * @throws UnreadableFile
 */
export function cleanImage(bytes: Uint8Array): CleanImage {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length > MAX_IMAGE_BYTES)
    throw new UnreadableFile('The image has more than 2 MB. Save it in a smaller size');
  const head = file.toString('latin1', 0, 12);
  const type = IMAGE_TYPES.find((name) => FORMATS[name].signature.test(head));
  if (type === undefined) throw new UnreadableFile('The file is not an image in PNG, JPEG, WebP or GIF');
  const { parts, width, height } = partsOf(file, type);
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new UnreadableFile(`The image has ${width} × ${height} pixels. Save it in a smaller size`);
  }
  return { type, bytes: Buffer.concat(parts) };
}

function partsOf(file: Buffer, type: CleanImage['type']): ImageParts {
  try {
    const image = FORMATS[type].clean(file);
    if (image.width > 0 && image.height > 0) return image;
  } catch (error) {
    // Buffer throws them for a read beyond the end.
    if ((error as Error).name !== 'RangeError') throw error;
  }
  throw new UnreadableFile('The image is damaged or incomplete');
}
