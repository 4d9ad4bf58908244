// Images of 8 × 4 pixels, or 4 × 4 if animated, and metadata for them.
import { crc32, deflateSync } from 'node:zlib';

const bytesOf = (base64: string) => Buffer.from(base64, 'base64');

export const JPEG = bytesOf(
  '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgo' +
    'KCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAEAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAU' +
    'EAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABgf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCaAHVKf//Z',
);

/** Lossless. */
export const WEBP = bytesOf('UklGRh4AAABXRUJQVlA4TBEAAAAvB8AAAAdQoAIXpv+BiOh/AAA=');

/** Extended, with Exif. */
export const WEBP_WITH_EXIF = bytesOf(
  'UklGRhoBAABXRUJQVlA4WAoAAAAIAAAABwAAAwAAVlA4IC4AAADwAQCdASoIAAQAAUAmJaACdLoB+AAETAAA/u4KZ/rzuc7Of/YO/pWPpWP16AAARVhJRsYAAABF' +
    'eGlmAABJSSoACAAAAAcAEgEDAAEAAAABAAAAGgEFAAEAAABiAAAAGwEFAAEAAABqAAAAKAEDAAEAAAACAAAAEwIDAAEAAAABAAAAmIICAAIAAAB4AAAAaYcEAAEA' +
    'AAByAAAAAAAAADhjAADoAwAAOGMAAOgDAAAGAACQBwAEAAAAMDIxMAGRBwAEAAAAAQIDAACgBwAEAAAAMDEwMAGgAwABAAAA//8AAAKgBAABAAAACAAAAAOgBAAB' +
    'AAAABAAAAAAAAAA=',
);

export const ANIMATED_WEBP = bytesOf(
  'UklGRsYAAABXRUJQVlA4WAoAAAACAAAAAwAAAwAAQU5JTQYAAAD/////AABBTk1GSAAAAAAAAAAAAAMAAAMAAGQAAAJWUDggMAAAANABAJ0BKgQABAABQCYloAJ0' +
    'ugH4AAOwAP7y63/82BXNc+/3/9Lg/S4P0uD/0pAAAEFOTUZKAAAAAAAAAAAAAwAAAwAAyAAAAFZQOCAyAAAA1AEAnQEqBAAEAAAAJiWgAnS6AfgAA7AA/ukiH/vP' +
    'n7nz9z5/0Z//lP3yOP5HH/ygQAA=',
);

export const ANIMATED_GIF = bytesOf(
  'R0lGODlhBAAEAIAAAExpcf8AACH/C05FVFNDQVBFMi4wAwEAAAAh+QQFCgAAACwAAAAABAAEAAACBIyPGQUAIfkEBRQAAAAsAAAAAAQABACATGlxAP8AAgSMjxkF' +
    'ADs=',
);

export function pngChunk(type: string, content: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from(type), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(data));
  return Buffer.concat([length, data, checksum]);
}

/**
 * A PNG of one colour, of which only the first rows exist if it is large.
 * @param chunks further ones, before the pixels
 */
export function png(options: { width?: number; height?: number; shade?: number; chunks?: Buffer[] } = {}): Buffer {
  const { width = 8, height = 4, shade = 128, chunks = [] } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  // Eight bits of grey.
  header.writeUInt8(8, 8);
  const row = Buffer.alloc(Math.min(width, 100) + 1, shade).fill(0, 0, 1);
  const rows = Array.from({ length: Math.min(height, 100) }, () => row);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** A JPEG with further segments at its beginning. */
export const jpegWith = (...segments: Buffer[]) => Buffer.concat([JPEG.subarray(0, 2), ...segments, JPEG.subarray(2)]);

/** Exif of a photo that has to be turned by 90 degrees, with a secret after it. */
export function exif(secret: string, isLittle = false): Buffer {
  const tiff = isLittle
    ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
    : [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0];
  return jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(tiff), Buffer.from(secret)]));
}
