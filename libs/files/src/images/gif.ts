import { type ImageParts, part } from './image-parts.js';

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;

/** Labels of extensions. */
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;

/** The extensions that repeat an animation. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/** Extensions of these lengths have no other data. */
const LOOP_LENGTH = 19;
const CONTROL_LENGTH = 8;

/** Keeps the images with their delays and repetition. See https://www.w3.org/Graphics/GIF/spec-gif89a.txt. @throws RangeError */
export function cleanGif(file: Buffer): ImageParts {
  let at = 13 + tableLength(file.readUInt8(10));
  const parts = [part(file, 0, at)];
  let width = file.readUInt16LE(6);
  let height = file.readUInt16LE(8);
  let hasImage = false;
  for (;;) {
    const start = at;
    const kind = file.readUInt8(at);
    if (kind === TRAILER) break;
    if (kind === IMAGE) {
      hasImage = true;
      width = Math.max(width, file.readUInt16LE(at + 1) + file.readUInt16LE(at + 5));
      height = Math.max(height, file.readUInt16LE(at + 3) + file.readUInt16LE(at + 7));
      at = endOfBlocks(file, at + 11 + tableLength(file.readUInt8(at + 9)));
      parts.push(part(file, start, at));
    } else if (kind === EXTENSION) {
      at = endOfBlocks(file, at + 2);
      if (isShown(part(file, start, at))) parts.push(part(file, start, at));
    } else {
      throw new RangeError('Unknown block');
    }
  }
  if (!hasImage) throw new RangeError('There is no image');
  return { parts: [...parts, Buffer.of(TRAILER)], width, height };
}

/** Bytes of the table of colours that these flags announce. */
const tableLength = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Each block begins with its length; an empty one is the last. */
function endOfBlocks(file: Buffer, start: number): number {
  let at = start;
  for (let length = file.readUInt8(at); length > 0; length = file.readUInt8(at)) at += length + 1;
  return at + 1;
}

function isShown(extension: Buffer): boolean {
  const label = extension.readUInt8(1);
  const isLoop = extension.length === LOOP_LENGTH && LOOPS.has(extension.toString('latin1', 3, 14));
  const isControl = label === GRAPHIC_CONTROL && extension.length === CONTROL_LENGTH;
  return isControl || (label === APPLICATION && isLoop);
}
