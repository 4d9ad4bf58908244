import { type ImageParts, part } from './image-parts.js';

const KEPT = new Set(['VP8 ', 'VP8L', 'ALPH', 'ICCP']);

/** Lengths of the chunks that have one, with their heads. */
const LENGTHS = new Map([
  ['VP8X', 18],
  ['ANIM', 14],
]);

/** The flags of the chunk `VP8X` that announce Exif and XMP. */
const METADATA_FLAGS = 0b1100;

const HEADER_LENGTH = 12;

/** Where the chunks of a frame begin in its chunk `ANMF`. */
const FRAME_HEAD_LENGTH = 24;

const IMAGES = new Set(['VP8 ', 'VP8L', 'ANMF']);

/** Keeps the chunks that show. See https://www.rfc-editor.org/rfc/rfc9649#section-2. @throws RangeError */
export function cleanWebp(file: Buffer): ImageParts {
  const chunks = chunksOf(part(file, 0, 8 + file.readUInt32LE(4)), HEADER_LENGTH);
  if (!chunks.some((chunk) => IMAGES.has(typeOf(chunk)))) throw new RangeError('There is no image');
  const parts = chunks.flatMap(clean);
  return { parts: [headerOf(parts), ...parts], ...sizeOf(file.subarray(HEADER_LENGTH)) };
}

/** The chunks from a place to the end. Their lengths are even. @throws RangeError */
function chunksOf(file: Buffer, start: number): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = start; at < file.length;) {
    const length = file.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    chunks.push(part(file, at, end));
    at = end;
  }
  return chunks;
}

const typeOf = (chunk: Buffer) => chunk.toString('latin1', 0, 4);

function clean(chunk: Buffer): Buffer[] {
  const type = typeOf(chunk);
  const length = LENGTHS.get(type);
  if (length !== undefined && chunk.length !== length) throw new RangeError('Unknown length');
  if (type === 'VP8X') return [withoutMetadata(chunk)];
  if (type === 'ANMF') return [cleanFrame(chunk)];
  return type === 'ANIM' || KEPT.has(type) ? [chunk] : [];
}

function cleanFrame(chunk: Buffer): Buffer {
  const inside = chunksOf(chunk, FRAME_HEAD_LENGTH).filter((one) => KEPT.has(typeOf(one)));
  const frame = Buffer.concat([part(chunk, 0, FRAME_HEAD_LENGTH), ...inside]);
  frame.writeUInt32LE(frame.length - 8, 4);
  return frame;
}

function headerOf(chunks: Buffer[]): Buffer {
  const header = Buffer.from('RIFF\0\0\0\0WEBP');
  header.writeUInt32LE(4 + chunks.reduce((length, chunk) => length + chunk.length, 0), 4);
  return header;
}

function withoutMetadata(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  copy.writeUInt8(copy.readUInt8(8) & ~METADATA_FLAGS, 8);
  return copy;
}

/** The size of the image is in its first chunk. */
function sizeOf(chunk: Buffer): { width: number; height: number } {
  switch (chunk.toString('latin1', 0, 4)) {
    case 'VP8X':
      return { width: 1 + chunk.readUIntLE(12, 3), height: 1 + chunk.readUIntLE(15, 3) };
    case 'VP8L': {
      const bits = chunk.readUInt32LE(9);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'VP8 ':
      return { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff };
    default:
      throw new RangeError('Unknown first chunk');
  }
}
